//! Troop quality (R2).

use kernel::prelude::*;
use serde::Deserialize;

/// How good an element's men are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quality {
    /// Elite troops, +2.
    Elite,
    /// Veteran troops, +1.
    Veteran,
    /// Regular troops, without a modifier.
    #[default]
    Regular,
    /// Green troops, -1.
    Green,
    /// Raw troops, -2.
    Raw,
}

/// Quality as it is asked for on the desk.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum AskedQuality {
    /// The quality that the catalogue lists for the type.
    #[default]
    AsListed,
    /// Elite troops, +2.
    Elite,
    /// Veteran troops, +1.
    Veteran,
    /// Regular troops, without a modifier.
    Regular,
    /// Green troops, -1.
    Green,
    /// Raw troops, -2.
    Raw,
}

impl AskedQuality {
    /// The quality that was asked for, or the listed one.
    pub fn or(self, listed: Quality) -> Quality {
        match self {
            AskedQuality::AsListed => listed,
            AskedQuality::Elite => Quality::Elite,
            AskedQuality::Veteran => Quality::Veteran,
            AskedQuality::Regular => Quality::Regular,
            AskedQuality::Green => Quality::Green,
            AskedQuality::Raw => Quality::Raw,
        }
    }
}

impl From<Quality> for AskedQuality {
    fn from(quality: Quality) -> AskedQuality {
        match quality {
            Quality::Elite => AskedQuality::Elite,
            Quality::Veteran => AskedQuality::Veteran,
            Quality::Regular => AskedQuality::Regular,
            Quality::Green => AskedQuality::Green,
            Quality::Raw => AskedQuality::Raw,
        }
    }
}

/// R2 The printed quality modifiers of a chart, from elite down to raw.
pub(crate) struct QualityRows<'a>(pub(crate) [&'a Modifier; 5]);

impl<'a> QualityRows<'a> {
    /// The row of a quality.
    pub(crate) fn of(&self, quality: Quality) -> &'a Modifier {
        self.0[quality as usize]
    }
}

/// Finds a chart's quality rows among its bound modifiers.
macro_rules! quality_rows {
    ($kind:ident) => {
        impl $kind {
            fn quality(&self, quality: $crate::quality::Quality) -> &kernel::tally::Modifier {
                let rows = [
                    &self.quality_elite,
                    &self.quality_veteran,
                    &self.quality_regular,
                    &self.quality_green,
                    &self.quality_raw,
                ];
                $crate::quality::QualityRows(rows).of(quality)
            }
        }
    };
}
pub(crate) use quality_rows;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts;

    #[test]
    fn r2_every_chart_prints_the_five_qualities_alike() {
        for chart in [&charts::SUPPRESSION, &charts::AP_HIT, &charts::AP_PENETRATION, &charts::HE_SA] {
            let adds = ["elite", "veteran", "regular", "green", "raw"]
                .map(|name| chart.modifier(&format!("quality-{name}")).add);
            assert_eq!(adds, [2, 1, 0, -1, -2], "{}", chart.name);
        }
    }

    #[test]
    fn r1_the_listed_quality_holds_unless_another_is_asked_for() {
        assert_eq!(AskedQuality::AsListed.or(Quality::Raw), Quality::Raw);
        assert_eq!(AskedQuality::Elite.or(Quality::Raw), Quality::Elite);
    }
}
