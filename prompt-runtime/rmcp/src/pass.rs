//! Methods of rmcp's `ServerHandler` that a wrapper forwards to its inner server. Their futures are returned unchanged.

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
