use super::Elicited;
use crate::message::JsonObject;
use crate::protocol::{Addition, Revision};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A question to the person: a sentence and a form.
///
/// Specification: client/elicitation, "Form mode": a flat object of strings, numbers, booleans and choices.
#[derive(Debug, Clone, PartialEq)]
pub struct Elicitation {
    key: String,
    message: String,
    fields: Vec<Field>,
}

/// One field of an [`Elicitation`], required unless it is made [`optional`](Self::optional).
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
    /// A question. `key` tells it from the other questions of the prompt; `message` is what the person reads.
    pub fn new(key: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            message: message.into(),
            fields: Vec::new(),
        }
    }

    /// Adds a field. A later field of the same name takes the place of an earlier one.
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

    /// What the person did; `None` when the answer does not fit the form.
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
                let fits = self
                    .fields
                    .iter()
                    .all(|field| match content.get(&field.name) {
                        None | Some(Value::Null) => !field.required,
                        Some(value) => field.accepts(value),
                    });
                // What was not asked for is not handed to the prompt.
                let asked = content
                    .into_iter()
                    .filter(|(name, _)| self.fields.iter().any(|field| field.name == *name));
                fits.then(|| Elicited::Accepted(ElicitedAnswers(asked.collect())))
            }
            _ => None,
        }
    }
}

impl Field {
    /// A line of text.
    pub fn text(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Text)
    }

    /// A whole number.
    pub fn integer(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Integer)
    }

    /// A number.
    pub fn number(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Number)
    }

    /// Yes or no.
    pub fn boolean(name: impl Into<String>) -> Self {
        Self::of(name.into(), Kind::Boolean)
    }

    /// One of several values.
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

    /// The name that the person reads.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What to fill in.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The person may leave it empty.
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

    fn accepts(&self, value: &Value) -> bool {
        match &self.kind {
            Kind::Text => value.is_string(),
            Kind::Integer => {
                value.is_i64()
                    || value.is_u64()
                    || value.as_f64().is_some_and(|number| number.fract() == 0.0)
            }
            Kind::Number => value.is_number(),
            Kind::Boolean => value.is_boolean(),
            Kind::Choice(values) => value
                .as_str()
                .is_some_and(|text| values.iter().any(|value| value == text)),
        }
    }
}

/// What a person filled in. It fits the form: required fields are there, and every value has its field's type.
#[derive(Debug, Clone, PartialEq)]
pub struct ElicitedAnswers(JsonObject);

impl ElicitedAnswers {
    /// The text or the choice in a field.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.0.get(field)?.as_str()
    }

    /// The whole number in a field.
    #[must_use]
    pub fn integer(&self, field: &str) -> Option<i64> {
        self.0.get(field)?.as_i64()
    }

    /// The number in a field.
    #[must_use]
    pub fn number(&self, field: &str) -> Option<f64> {
        self.0.get(field)?.as_f64()
    }

    /// The yes or no in a field.
    #[must_use]
    pub fn boolean(&self, field: &str) -> Option<bool> {
        self.0.get(field)?.as_bool()
    }

    /// All fields as a type of the author's.
    ///
    /// # Errors
    /// What serde says when the fields are not those of `T`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_value(Value::Object(self.0.clone()))
    }
}
