//! Methods of rmcp's `ServerHandler` that a wrapper hands on to the server that it wraps. Their futures are returned as they are.

macro_rules! pass {
    ($to:ident: $($method:ident($($param:ident: $ty:ty),*) -> $output:ty;)*) => {$(
        fn $method(
            &self,
            $($param: $ty),*
        ) -> impl ::std::future::Future<Output = $output> + MaybeSendFuture + '_ {
            self.$to().$method($($param),*)
        }
    )*};
}
