//! Serving on a socket, until told to stop.

use crate::app::App;
use axum::ServiceExt;
use axum::extract::Request;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long requests that are under way have to finish when the server stops.
const LAST_REQUESTS: Duration = Duration::from_secs(10);

/// Serves until `stop` comes, then lets requests finish, ends the live streams, and closes the store.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let tasks = app.start().await.map_err(io::Error::other)?;
    let service = ServiceExt::<Request>::into_make_service_with_connect_info::<SocketAddr>(app.router());
    let stopped = Arc::clone(&app);
    let (told, mut waits) = tokio::sync::watch::channel(false);
    let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
        stop.await;
        tracing::info!("stopping: requests under way may finish");
        stopped.stop();
        told.send_replace(true);
    });
    tokio::select! {
        served = serving => served?,
        () = async {
            let _ = waits.wait_for(|told| *told).await;
            tokio::time::sleep(LAST_REQUESTS).await;
        } => tracing::warn!("some requests did not finish in time"),
    }
    for task in tasks {
        task.abort();
    }
    app.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Comes when the process is told to stop: by Ctrl-C, or by whoever runs it.
pub async fn told_to_stop() {
    let interrupted = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
