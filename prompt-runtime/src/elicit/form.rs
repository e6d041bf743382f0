use super::Elicited;
use crate::message::JsonObject;
use crate::protocol::{Addition, Revision};
use crate::text::InvisibleText;
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
    /// Creates a question. `key` tells it from the other questions of the prompt; the person reads `message`.
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

    /// Applies the policy on invisible text to everything that the person reads. Returns the words for a character that is refused.
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

    /// Reads what the person did. Returns `None` when the answer does not fit the form.
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
                // Fields that were not asked for are left out.
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

    /// Sets the name that the person reads.
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

    /// Returns the value as [`ElicitedAnswers`] reads it, or `None` when it does not fit the field.
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

/// Reads a whole number, which JavaScript clients may write as `5.0`.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| {
        let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
        // The text of a whole number has no exponent, and does not parse when it is out of range.
        format!("{number:.0}").parse().ok()
    })
}

/// The answers of a person. They fit the form: required fields are there, and every value has its field's type.
#[derive(Debug, Clone, PartialEq)]
pub struct ElicitedAnswers(JsonObject);

impl ElicitedAnswers {
    pub(super) fn as_object(&self) -> &JsonObject {
        &self.0
    }

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
    /// The error of serde when the fields are not those of `T`.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_value(Value::Object(self.0.clone()))
    }
}
