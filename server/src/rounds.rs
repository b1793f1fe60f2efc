//! What is looked at every so often: jobs that nobody has, games that nobody touches, changes that no notice told of.

use crate::app::App;
use crate::secrets::GameId;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many games are taken up in one round.
const AT_ONCE: u32 = 200;

/// Looks round until the server stops.
pub(crate) async fn look_round(app: Arc<App>) {
    let mut stopping = app.stopping.subscribe();
    loop {
        jobs(&app).await;
        crate::idle::look(&app).await;
        if !app.store.is_exclusive() {
            // Notices can be lost; those who look at a game find out by asking.
            app.hub.wake_all();
        }
        tokio::select! {
            () = tokio::time::sleep(app.config.look_round) => {}
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}

/// Wakes those whose games another server has changed.
pub(crate) async fn listen(app: Arc<App>, mut announced: mpsc::Receiver<GameId>) {
    let mut stopping = app.stopping.subscribe();
    loop {
        tokio::select! {
            id = announced.recv() => match id {
                Some(id) => app.hub.wake(&id),
                None => return,
            },
            _ = stopping.wait_for(|stopping| *stopping) => return,
        }
    }
}

async fn jobs(app: &Arc<App>) {
    match app.store.due(app.config.clock.wall(), AT_ONCE).await {
        Ok(due) => due.into_iter().for_each(|id| app.machines.look_at(id)),
        Err(error) if error.is_closing() => {}
        Err(error) => tracing::warn!(%error, "machines' jobs cannot be looked up"),
    }
}
