use super::Elicited;
use crate::message::JsonObject;
use crate::protocol::{Addition, Revision};
use crate::text::InvisibleText;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;

/// A question to the user: a sentence and a form.
///
/// Specification: client/elicitation, "Form mode": a flat object of strings, numbers, booleans and choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Elicitation {
    key: String,
    message: String,
    fields: Vec<Field>,
}

/// One field of an [`Elicitation`]. It is required unless [`optional`](Self::optional) is called.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    name: String,
    title: Option<String>,
    description: Option<String>,
    required: bool,
    kind: Kind,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    Choice(Vec<String>),
}

impl Elicitation {
    /// Creates a question. `key` identifies it among the prompt's questions; the user reads `message`.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            message: message.into(),
            fields: Vec::new(),
        }
    }

    /// Adds a field. A field of the same name replaces the previous one.
    #[must_use]
    pub fn field(mut self, field: Field) -> Self {
        self.fields.retain(|known| known.name != field.name);
        self.fields.push(field);
        self
    }

    pub(super) fn key(&self) -> &str {
        &self.key
    }

    pub(super) fn into_key(self) -> String {
        self.key
    }

    /// The params of `elicitation/create`.
    pub(super) fn params(&self, revision: Revision) -> JsonObject {
        let properties: JsonObject = self
            .fields
            .iter()
            .map(|field| (field.name.clone(), field.schema()))
            .collect();
        let required: Vec<&str> = self
            .fields
            .iter()
            .filter(|field| field.required)
            .map(|field| field.name.as_str())
            .collect();
        let mut params = JsonObject::new();
        params.insert("message".to_owned(), self.message.clone().into());
        if revision.has(Addition::ElicitationMode) {
            params.insert("mode".to_owned(), "form".into());
        }
        params.insert(
            "requestedSchema".to_owned(),
            json!({"properties": properties, "required": required, "type": "object"}),
        );
        params
    }

    /// Applies the policy for invisible text to all text that the user reads. Returns the name of a character that is rejected.
    pub(super) fn apply(&mut self, policy: InvisibleText) -> Result<(), String> {
        let of_fields = self.fields.iter_mut().flat_map(|field| {
            let values = match &mut field.kind {
                Kind::Choice(values) => values.as_mut_slice(),
                _ => &mut [],
            };
            let texts = field.title.iter_mut().chain(&mut field.description);
            texts.chain(values)
        });
        for text in std::iter::once(&mut self.message).chain(of_fields) {
            let mut checked = std::mem::take(text).into();
            policy.apply_to(&mut checked)?;
            *text = checked.into_owned();
        }
        Ok(())
    }

    /// Reads the user's reaction. Returns `None` if the answer does not fit the form.
    pub(super) fn read(&self, answer: &JsonObject) -> Option<Elicited> {
        match answer.get("action")?.as_str()? {
            "decline" => Some(Elicited::Declined),
            "cancel" => Some(Elicited::Cancelled),
            "accept" => {
                let content = match answer.get("content") {
                    None | Some(Value::Null) => JsonObject::new(),
                    Some(Value::Object(content)) => content.clone(),
                    Some(_) => return None,
                };
                // Fields that were not requested are dropped.
                let mut answers = JsonObject::new();
                for field in &self.fields {
                    match content.get(&field.name) {
                        None | Some(Value::Null) if field.required => return None,
                        None | Some(Value::Null) => {}
                        Some(value) => {
                            answers.insert(field.name.clone(), field.value(value)?);
                        }
                    }
                }
                Some(Elicited::Accepted(ElicitedAnswers(answers)))
            }
            _ => None,
        }
    }
}

impl Field {
    /// Creates a field for a line of text.
    pub fn text(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Text)
    }

    /// Creates a field for a whole number.
    pub fn integer(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Integer)
    }

    /// Creates a field for a number.
    pub fn number(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Number)
    }

    /// Creates a field for yes or no.
    pub fn boolean(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Boolean)
    }

    /// Creates a field for one of several values.
    pub fn choice(name: impl Into<String>, values: impl IntoIterator<Item: Into<String>>) -> Self {
        Self::of(
            name.into(),
            Kind::Choice(values.into_iter().map(Into::into).collect()),
        )
    }

    fn of(name: String, kind: Kind) -> Self {
        Self {
            name,
            title: None,
            description: None,
            required: true,
            kind,
        }
    }

    /// Sets the field's display name.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the explanation of the field.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Makes the field optional.
    #[must_use]
    pub fn optional(mut self) -> Self {
        self.required = false;
        self
    }

    fn schema(&self) -> Value {
        let mut schema = match &self.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Integer => json!({"type": "integer"}),
            Kind::Number => json!({"type": "number"}),
            Kind::Boolean => json!({"type": "boolean"}),
            Kind::Choice(values) => json!({"enum": values, "type": "string"}),
        };
        if let Some(object) = schema.as_object_mut() {
            object.extend(
                self.title
                    .as_ref()
                    .map(|title| ("title".to_owned(), title.clone().into())),
            );
            object.extend(
                self.description
                    .as_ref()
                    .map(|text| ("description".to_owned(), text.clone().into())),
            );
        }
        schema
    }

    /// Converts the value for [`ElicitedAnswers`]. Returns `None` if it does not fit the field.
    fn value(&self, value: &Value) -> Option<Value> {
        let fits = match &self.kind {
            Kind::Text => value.is_string(),
            Kind::Integer => return integer(value).map(Value::from),
            Kind::Number => value.is_number(),
            Kind::Boolean => value.is_boolean(),
            Kind::Choice(values) => value
                .as_str()
                .is_some_and(|text| values.iter().any(|value| value == text)),
        };
        fits.then(|| value.clone())
    }
}

/// Reads a whole number. JavaScript clients may write it as `5.0`.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
        // The text of a whole number has no exponent, and fails to parse if it is out of range.
        format!("{number:.0}").parse().ok()
    })
}

/// The answers of a user. They fit the form: required fields are present, and every value has its field's type.
#[derive(Clone, PartialEq)]
pub struct ElicitedAnswers(JsonObject);

impl fmt::Debug for ElicitedAnswers {
    /// Prints the names of the fields alone: answers are the user's, and may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&String> = self.0.keys().collect();
        f.debug_tuple("ElicitedAnswers").field(&names).finish()
    }
}

impl ElicitedAnswers {
    pub(super) fn as_object(&self) -> &JsonObject {
        &self.0
    }

    /// The text or choice of a field.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    /// The whole number of a field.
    #[must_use]
    pub fn integer(&self, field: &str) -> Option<i64> {
        self.0.get(field)?.as_i64()
    }

    /// The number of a field.
    #[must_use]
    pub fn number(&self, field: &str) -> Option<f64> {
        self.0.get(field)?.as_f64()
    }

    /// The yes or no of a field.
    #[must_use]
    pub fn boolean(&self, field: &str) -> Option<bool> {
        self.0.get(field)?.as_bool()
    }

    /// Deserializes all fields into a type of the author's.
    ///
    /// # Errors
    /// The error of serde, if the fields do not match `T`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_value(Value::Object(self.0.clone()))
    }
}
