//! Transports rmcp's messages as lines of standard input and output.
//!
//! rmcp's own transport does not answer unreadable lines, does not support batches, and waits for subscriptions when its input ends.

use super::rmcp::RoleServer;
use super::rmcp::model::{
    ClientNotification, ClientRequest, GetMeta, InitializeRequestParams, RequestId, ServerResult,
};
use super::rmcp::model::{JsonRpcMessage, ProtocolVersion};
use super::rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use super::rmcp::transport::Transport;
use crate::serve::code;
use crate::serve::lines::{Backlog, Line, Writer};
use crate::serve::scan::Header;
use crate::serve::{
    LISTEN, StopSignal, error, is_stateless, refusal, stamp, stopping_error, subscription_result,
    unanswered_error,
};
use serde_json::Value;
use std::collections::{HashMap, VecDeque};
use std::future::{Future, ready};
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Mutex as AsyncMutex, Notify, mpsc};
use tokio::time::{Instant, sleep_until};

type Incoming = RxJsonRpcMessage<RoleServer>;
type Outgoing = TxJsonRpcMessage<RoleServer>;

/// One connection. It continues if a session fails to begin.
pub(super) struct Connection {
    lines: AsyncMutex<mpsc::Receiver<Line>>,
    max_line: usize,
    backlog: Arc<Backlog>,
    stop: StopSignal,
    /// The server's name and version.
    implementation: Value,
    state: Mutex<State>,
    /// Notified when every request is answered.
    done: Notify,
}

struct State {
    /// `None` once everything is written.
    writer: Option<Writer>,
    /// Requests that were read and are not answered yet.
    open: HashMap<RequestId, Open>,
    batches: HashMap<usize, Batch>,
    next_batch: usize,
    /// Messages that rmcp has not fetched yet.
    queue: VecDeque<Incoming>,
    /// `true` if the session's revision has batches.
    has_batches: bool,
    /// The end of the grace period.
    deadline: Option<Instant>,
    input_ended: bool,
    is_done: bool,
    cut: usize,
    /// The error that ended the input.
    read_error: Option<io::Error>,
}

/// The maximum number of messages in a batch.
const MAX_BATCH: usize = 100;

struct Open {
    is_subscription: bool,
    /// `true` if the request is of revision 2026-07-28 or later.
    is_stateless: bool,
    batch: Option<usize>,
}

#[derive(Default)]
struct Batch {
    /// The number of requests that are not answered.
    open: usize,
    answers: Vec<Vec<u8>>,
}

impl Connection {
    pub(super) fn new(
        lines: mpsc::Receiver<Line>,
        writer: Writer,
        max_line: usize,
        stop: StopSignal,
        implementation: Value,
    ) -> Arc<Self> {
        Arc::new(Self {
            lines: AsyncMutex::new(lines),
            max_line,
            backlog: Arc::clone(writer.backlog()),
            stop,
            implementation,
            state: Mutex::new(State {
                writer: Some(writer),
                open: HashMap::new(),
                batches: HashMap::new(),
                next_batch: 0,
                queue: VecDeque::new(),
                has_batches: false,
                deadline: None,
                input_ended: false,
                is_done: false,
                cut: 0,
                read_error: None,
            }),
            done: Notify::new(),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all requests are answered, after the input ended or the server was told to stop.
    pub(super) async fn done(&self) {
        loop {
            let done = self.done.notified();
            if self.is_done() {
                return;
            }
            done.await;
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.state().is_done
    }

    /// Ends the connection, and returns the number of requests that the server did not answer.
    pub(super) fn close(&self) -> usize {
        let mut state = self.state();
        state.cut_open();
        state.writer = None;
        state.cut
    }

    /// Takes the error of reading that ended the input, if there was one.
    pub(super) fn read_error(&self) -> Option<io::Error> {
        self.state().read_error.take()
    }

    async fn receive(&self) -> Option<Incoming> {
        loop {
            let (deadline, input_ended) = {
                let mut state = self.state();
                if let Some(message) = state.queue.pop_front() {
                    return Some(message);
                }
                if state.deadline.is_some() && state.open.is_empty() {
                    self.finish(&mut state);
                }
                if state.is_done {
                    return None;
                }
                (state.deadline, state.input_ended)
            };
            let over = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline).await,
                    None => self.stop.requested().await,
                }
            };
            let next = async {
                if !self.backlog.wait_for_room().await || input_ended {
                    std::future::pending::<()>().await;
                }
                self.lines.lock().await.recv().await
            };
            let line = tokio::select! {
                biased;
                () = over => {
                    let mut state = self.state();
                    match deadline {
                        None => state.end(self.stop.grace()),
                        Some(_) => self.finish(&mut state),
                    }
                    continue;
                }
                // The client no longer reads answers.
                () = self.backlog.broken() => {
                    let mut state = self.state();
                    self.finish(&mut state);
                    continue;
                }
                line = next => line,
            };
            let mut state = self.state();
            match line {
                None => {
                    state.input_ended = true;
                    state.end(self.stop.grace());
                }
                Some(Line::Whole(line)) => state.read(&line),
                Some(Line::Unreadable(error)) => {
                    state.read_error = Some(error);
                }
                Some(Line::TooLong(header)) => {
                    let sentence = format!("the message is longer than {} bytes", self.max_line);
                    state.refuse(&header, code::INVALID_REQUEST, &sentence);
                }
            }
        }
    }

    fn finish(&self, state: &mut State) {
        state.cut_open();
        state.is_done = true;
        self.done.notify_waiters();
    }
}

impl State {
    fn write(&self, line: Vec<u8>) {
        if let Some(writer) = &self.writer {
            writer.write(line);
        }
    }

    /// Begins the grace period, and ends subscriptions.
    fn end(&mut self, grace: std::time::Duration) {
        if self.deadline.is_some() {
            return;
        }
        self.deadline = Some(Instant::now() + grace);
        let subscriptions: Vec<RequestId> = self
            .open
            .iter()
            .filter(|(_, open)| open.is_subscription)
            .map(|(id, _)| id.clone())
            .collect();
        for id in subscriptions {
            self.answer(&id, bytes(&subscription_result(&value(&id))));
            self.queue.push_back(cancelled(id));
        }
    }

    /// Answers the requests whose time is over with an error.
    fn cut_open(&mut self) {
        let open: Vec<RequestId> = self.open.keys().cloned().collect();
        for id in open {
            self.cut += 1;
            self.answer(&id, bytes(&unanswered_error(&value(&id))));
        }
    }

    /// Writes an answer. An answer that belongs to a batch is written when the batch is complete. An answer to a request that is not open
    /// is dropped.
    fn answer(&mut self, id: &RequestId, answer: Vec<u8>) {
        let Some(open) = self.open.remove(id) else {
            return;
        };
        match open.batch {
            None => self.write(answer),
            Some(batch) => self.answer_of_batch(batch, Some(answer)),
        }
    }

    /// Answers a message that does not become an open request. The answer to a message of a batch goes into the batch.
    fn reply(&mut self, batch: Option<usize>, answer: Vec<u8>) {
        match batch.and_then(|batch| self.batches.get_mut(&batch)) {
            Some(batch) => batch.answers.push(answer),
            None => self.write(answer),
        }
    }

    /// Marks a request of a batch as finished. `answer` is `None` for a cancelled request.
    fn answer_of_batch(&mut self, number: usize, answer: Option<Vec<u8>>) {
        let Some(batch) = self.batches.get_mut(&number) else {
            return;
        };
        batch.answers.extend(answer);
        batch.open -= 1;
        if batch.open == 0 {
            self.end_batch(number);
        }
    }

    fn end_batch(&mut self, number: usize) {
        if let Some(batch) = self.batches.remove(&number)
            && !batch.answers.is_empty()
        {
            let mut line = b"[".to_vec();
            line.extend(batch.answers.join(&b','));
            line.push(b']');
            self.write(line);
        }
    }

    /// Answers a message that cannot be forwarded, if it is a request.
    fn refuse(&self, header: &Header, code: i32, sentence: &str) {
        if header.is_request() {
            self.write(bytes(&error(header.id.as_ref(), code, sentence)));
        }
    }

    fn read(&mut self, line: &[u8]) {
        let line = line
            .strip_prefix(b"\xEF\xBB\xBF")
            .unwrap_or(line)
            .trim_ascii();
        match line.first() {
            None => {}
            Some(b'[') => self.read_batch(line),
            Some(_) => {
                if let Ok(message) = serde_json::from_slice::<Incoming>(line) {
                    self.accept(message, None);
                } else {
                    let (header, code, sentence) = refusal::unread(line);
                    self.refuse(&header, code, &sentence);
                }
            }
        }
    }

    fn read_batch(&mut self, line: &[u8]) {
        let messages = match serde_json::from_slice::<Vec<Value>>(line) {
            Ok(messages) => messages,
            Err(why) => {
                // The ids in it cannot be told from other numbers and texts.
                let (code, sentence) = refusal::no_json(&why);
                return self.write(bytes(&error(None, code, &sentence)));
            }
        };
        if messages.is_empty() {
            self.write(bytes(&error(
                None,
                code::INVALID_REQUEST,
                "the batch is empty",
            )));
            return;
        }
        let refused = if !self.has_batches {
            Some("there are no batches in this session's revision: send each message on a line of its own".to_owned())
        } else if messages.len() > MAX_BATCH {
            // Many small requests with large answers would be kept in memory until the last one is answered.
            Some(format!("a batch may have at most {MAX_BATCH} messages"))
        } else {
            None
        };
        if let Some(sentence) = refused {
            for message in &messages {
                self.refuse(&Header::of(message), code::INVALID_REQUEST, &sentence);
            }
            return;
        }
        let number = self.next_batch;
        self.next_batch += 1;
        // Requests that are answered immediately must not complete the batch before all of it is read.
        self.batches.insert(
            number,
            Batch {
                open: 1,
                answers: Vec::new(),
            },
        );
        for message in messages {
            let header = Header::of(&message);
            if let Ok(message) = serde_json::from_value::<Incoming>(message.clone()) {
                self.accept(message, Some(number));
                continue;
            }
            if header.is_request() {
                let (code, sentence) = refusal::misshapen(&message);
                let answer = error(header.id.as_ref(), code, &sentence);
                self.reply(Some(number), bytes(&answer));
            }
        }
        self.answer_of_batch(number, None);
    }

    /// Forwards a message to rmcp, or answers it.
    fn accept(&mut self, message: Incoming, batch: Option<usize>) {
        match &message {
            JsonRpcMessage::Request(request) => {
                let open = Open {
                    is_subscription: request.request.method() == LISTEN,
                    is_stateless: is_stateless(request.request.get_meta()),
                    batch,
                };
                let id = request.id.clone();
                if self.open.contains_key(&id) {
                    let sentence = "the id is that of a request that is not answered yet";
                    let answer = bytes(&error(Some(&value(&id)), code::INVALID_REQUEST, sentence));
                    self.reply(batch, answer);
                    return;
                }
                if let Some(batch) = batch.and_then(|batch| self.batches.get_mut(&batch)) {
                    batch.open += 1;
                }
                self.open.insert(id.clone(), open);
                if self.deadline.is_some() {
                    self.answer(&id, bytes(&stopping_error(&value(&id))));
                    return;
                }
                if let ClientRequest::CustomRequest(custom) = &request.request
                    && custom.method == "initialize"
                {
                    let sentence = bad_initialize(custom.params.clone());
                    let answer = error(Some(&value(&id)), code::INVALID_PARAMS, &sentence);
                    self.answer(&id, bytes(&answer));
                    return;
                }
            }
            JsonRpcMessage::Notification(notification) => {
                // rmcp sends no answer to a request that the client cancelled.
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = cancelled_id(&cancelled.params)
                    && let Some(open) = self.open.remove(id)
                    && let Some(batch) = open.batch
                {
                    self.answer_of_batch(batch, None);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
        self.queue.push_back(message);
    }

    fn send(&mut self, message: &Outgoing, implementation: &Value) -> io::Result<()> {
        let mut line = Vec::new();
        let id = match message {
            JsonRpcMessage::Response(response) => {
                if let ServerResult::InitializeResult(result) = &response.result {
                    self.has_batches = result.protocol_version <= ProtocolVersion::V_2025_03_26;
                }
                if self
                    .open
                    .get(&response.id)
                    .is_some_and(|open| open.is_stateless)
                {
                    line = stamped_line(message, implementation)?;
                }
                Some(&response.id)
            }
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            JsonRpcMessage::Request(_) | JsonRpcMessage::Notification(_) => None,
        };
        if line.is_empty() {
            line = serde_json::to_vec(message)?;
        }
        match id {
            Some(id) => self.answer(id, line),
            None => self.write(line),
        }
        Ok(())
    }
}

fn cancelled_id(params: &super::rmcp::model::CancelledNotificationParam) -> Option<&RequestId> {
    params.request_id.as_ref()
}

/// The answer with the server's name. The order of its other members stays.
fn stamped_line(message: &Outgoing, implementation: &Value) -> io::Result<Vec<u8>> {
    let line = serde_json::to_string(message)?;
    let has_own = line.contains("\"_meta\"")
        && serde_json::to_value(message)?["result"]
            .get("_meta")
            .is_some();
    // The result is the last member.
    if let Some(begun) = line.strip_suffix("}}")
        && !has_own
    {
        let comma = if begun.ends_with('{') { "" } else { "," };
        return Ok(format!(
            "{begun}{comma}\"_meta\":{{\"io.modelcontextprotocol/serverInfo\":{implementation}}}}}}}"
        )
        .into_bytes());
    }
    let mut stamped = serde_json::to_value(message)?;
    stamp(&mut stamped, implementation);
    Ok(bytes(&stamped))
}

fn bytes(answer: &Value) -> Vec<u8> {
    answer.to_string().into_bytes()
}

fn value(id: &RequestId) -> Value {
    serde_json::to_value(id).unwrap_or_default()
}

/// A notification that cancels a request, as a client would send it.
fn cancelled(id: RequestId) -> Incoming {
    use super::rmcp::model::{CancelledNotification, CancelledNotificationParam};
    let params = CancelledNotificationParam::new(Some(id), None);
    JsonRpcMessage::notification(ClientNotification::CancelledNotification(
        CancelledNotification::new(params),
    ))
}

fn bad_initialize(params: Option<Value>) -> String {
    match serde_json::from_value::<InitializeRequestParams>(params.unwrap_or_default()) {
        Ok(_) => "the params of `initialize` cannot be read".to_owned(),
        Err(why) => format!("the params of `initialize` cannot be read: {why}"),
    }
}

/// The transport that rmcp reads from and writes to.
pub(super) struct Lines(pub(super) Arc<Connection>);

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(
        &mut self,
        message: Outgoing,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        ready(self.0.state().send(&message, &self.0.implementation))
    }

    fn receive(&mut self) -> impl Future<Output = Option<Incoming>> + Send {
        self.0.receive()
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}
