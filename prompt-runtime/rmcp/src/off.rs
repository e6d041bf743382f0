//! Methods that a build lacks. A call of one is an error that says what to write, in place of "no method named …".

/// Declares the bound of such methods, which no server meets. The compiler shows our message because the bound is on the receiver's type. The
/// results are projections of the bound, which cause no further errors.
macro_rules! off {
    ($off:ident, $needs:literal, $label:literal, $write:literal) => {
        #[doc(hidden)]
        #[diagnostic::on_unimplemented(message = $needs, label = $label, note = $write)]
        pub trait $off {
            type Output;

            fn never(self) -> Self::Output;
        }
    };
}

#[cfg(all(feature = "rmcp3", not(feature = "http")))]
off!(
    Http,
    "serving over HTTP needs the feature `http` of `prompt-rmcp`",
    "the feature is off",
    "write `features = [\"http\"]` at `prompt-rmcp` in `Cargo.toml`"
);

#[cfg(any(feature = "rmcp1", feature = "rmcp2"))]
off!(
    Process,
    "`prompt-rmcp` serves a whole process only for rmcp 3",
    "this server uses an older rmcp",
    "write `.serve(rmcp::transport::stdio()).await?.waiting().await?`, or serve it over HTTP with rmcp's `StreamableHttpService`"
);

macro_rules! methods_off {
    ($server:ident is no $off:ident: $($method:ident($($argument:ident),*))*) => {
        impl<S> $server<S> {
            $(
                #[doc(hidden)]
                #[must_use]
                #[allow(non_camel_case_types)]
                pub fn $method<$($argument),*>(self, $(_: $argument),*) -> <Self as crate::off::$off>::Output
                where
                    Self: crate::off::$off,
                {
                    <Self as crate::off::$off>::never(self)
                }
            )*
        }
    };
}
