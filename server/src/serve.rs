//! Serving on a socket, until told to stop.

use crate::app::App;
use crate::door::{Door, Seldom};
use crate::patience::Patient;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tower::Service;

/// How long requests that are under way have to finish when the server stops.
const LAST_REQUESTS: Duration = Duration::from_secs(10);

/// Serves until `stop` comes, then lets requests finish, ends the live streams, and closes the store.
pub async fn serve(
    app: Arc<App>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let tasks = app.start().await.map_err(io::Error::other)?;
    let under_way = answer(&app, listener, stop).await;
    tracing::info!("stopping: requests under way may finish");
    app.stop();
    if tokio::time::timeout(LAST_REQUESTS, under_way.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time");
    }
    for task in tasks {
        task.abort();
    }
    app.store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Answers on a socket until `stop` comes; gives the connections that are open then.
async fn answer(app: &Arc<App>, listener: TcpListener, stop: impl Future<Output = ()>) -> GracefulShutdown {
    let limits = app.config.limits;
    let mut router = app.router().into_make_service_with_connect_info::<SocketAddr>();
    let open = GracefulShutdown::new();
    let door = Door::of(&app.config);
    let silent = Arc::new(Seldom::default());
    let mut http = Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(limits.patience);
    http.http2().timer(TokioTimer::new()).keep_alive_interval(limits.patience).keep_alive_timeout(limits.patience);
    let mut stop = std::pin::pin!(stop);
    loop {
        // Where there is no room, newcomers wait until somebody leaves.
        let accepted = async {
            let room = door.room().await;
            listener.accept().await.map(|accepted| (accepted, room))
        };
        let ((socket, peer), room) = tokio::select! {
            accepted = accepted => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::debug!(%error, "a connection was not accepted");
                    if !is_the_others(&error) {
                        // Out of files, most likely: some will be free again soon.
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                    continue;
                }
            },
            () = &mut stop => return open,
        };
        let Some(guest) = door.let_in(peer.ip(), room) else { continue };
        let _ = socket.set_nodelay(true);
        // Requests know whose they are.
        let service = match router.call(peer).await {
            Ok(service) => TowerToHyperService::new(service),
            Err(never) => match never {},
        };
        let socket = TokioIo::new(Patient::with(socket, limits.patience, limits.first_bytes));
        let connection = http.serve_connection(socket, service);
        let connection = open.watch(connection.into_owned());
        let silent = Arc::clone(&silent);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
                if is_late(&*error)
                    && let Some(times) = silent.now()
                {
                    tracing::info!(address = %peer.ip(), times, "a connection that said or took nothing was closed");
                }
            }
            drop(guest);
        });
    }
}

/// Did a connection end because somebody dawdled?
fn is_late(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::TimedOut)
            || error.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_timeout)
        {
            return true;
        }
        cause = error.source();
    }
    false
}

/// Did the other side break the connection off before it was there?
fn is_the_others(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
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
