//! Figures for Prometheus.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The figures.
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests by method, route and status.
    pub(crate) requests: Family<Asked, Counter>,
    /// How long orders took, in seconds.
    pub(crate) orders: Histogram,
    /// Orders of machines.
    pub(crate) machine_orders: Counter,
    /// Panics of books that were caught.
    pub(crate) panics: Counter,
    /// Live streams.
    pub(crate) streams: Gauge,
    /// Games in memory.
    pub(crate) held_games: Gauge,
}

/// What was asked for. Routes are patterns, so that no game's name gets in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub(crate) struct Asked {
    /// GET, POST or other.
    pub(crate) method: &'static str,
    /// The pattern of the path.
    pub(crate) route: String,
    /// The status of the answer.
    pub(crate) status: u16,
}

impl Metrics {
    /// All at zero.
    pub(crate) fn new() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("sandtable"),
            requests: Family::default(),
            orders: Histogram::new(exponential_buckets(0.001, 2.0, 12)),
            machine_orders: Counter::default(),
            panics: Counter::default(),
            streams: Gauge::default(),
            held_games: Gauge::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("requests", "Requests", metrics.requests.clone());
        registry.register("order_seconds", "How long orders took", metrics.orders.clone());
        registry.register("machine_orders", "Orders of machines", metrics.machine_orders.clone());
        registry.register("book_panics", "Panics of books that were caught", metrics.panics.clone());
        registry.register("streams", "Live streams", metrics.streams.clone());
        registry.register("held_games", "Games in memory", metrics.held_games.clone());
        metrics
    }

    /// As text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        let _ = encode(&mut text, &self.registry);
        text
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics::new()
    }
}
