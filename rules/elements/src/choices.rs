//! Types of the catalogue as inputs: lists of those that can do what is asked.

use crate::catalogue::{CATALOGUE, Element, element};
use crate::grade::Ap;
use kernel::procedure::{Field, Input, Kind, Limits, Refusal, Value, Variant};
use std::ops::Deref;
use std::sync::LazyLock;

/// Makes an input that takes the types of the catalogue for which `$fits` holds.
macro_rules! listed {
    ($($(#[$about:meta])* $name:ident, $default:literal, $fits:expr;)*) => {$(
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(&'static Element);

        impl Default for $name {
            fn default() -> $name {
                $name(element($default))
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.0.word == other.0.word
            }
        }

        impl Deref for $name {
            type Target = Element;

            fn deref(&self) -> &Element {
                self.0
            }
        }

        impl $name {
            /// The type of this word, which must fit.
            pub fn of(word: &str) -> $name {
                let fits: fn(&Element) -> bool = $fits;
                let found = element(word);
                assert!(fits(found), "'{word}' does not fit");
                $name(found)
            }

            /// The type itself.
            pub fn get(self) -> &'static Element {
                self.0
            }
        }

        impl Input for $name {
            fn kind(_: Limits) -> Kind {
                static VARIANTS: LazyLock<Vec<Variant>> = LazyLock::new(|| variants($fits));
                Kind::Choice(&VARIANTS)
            }

            fn read(field: &Field, value: &Value) -> Result<$name, Refusal> {
                let fits: fn(&Element) -> bool = $fits;
                let found = CATALOGUE.iter().filter(|element| fits(element)).find(|element| value == element.word);
                found.map($name).ok_or_else(|| Refusal::value(field, value))
            }

            fn write(&self) -> Value {
                Value::from(self.0.word)
            }
        }
    )*};
}

listed! {
    /// Any type at all.
    AnyType, "sherman-75", |_| true;
    /// A type that is on the table: all but aircraft.
    OnTable, "grenadiers", |element| !element.is_aircraft();
    /// What AP fire is aimed at: anything on the table.
    ApTarget, "panzer-iv-h", |element| !element.is_aircraft();
    /// A type with an AP value or a star.
    ApFirer, "sherman-75", |element| !element.is_aircraft() && element.values.ap != Ap::None;
    /// A type with an HE/SA value.
    HeSaFirer, "bren-section", |element| !element.is_aircraft() && element.values.he_sa.is_some();
    /// A type that can fight in close combat: it has an HE/SA value, or it stands there to be fought.
    Fighter, "grenadiers", |element| !element.is_aircraft() && !element.is_non_combat();
    /// An armoured vehicle of any kind, carriers too.
    Armoured, "panzer-iv-h", Element::is_armoured;
    /// An AFV that can overrun, which takes an HE/SA value.
    Overrunner, "sherman-75", |element| element.is_afv() && element.values.he_sa.is_some();
    /// Infantry, guns and CSW, which AFVs overrun.
    Overrun, "pak-36", |element| element.is_infantry() || element.is_csw();
    /// Infantry.
    Infantry, "grenadiers", Element::is_infantry;
    /// Guns and mortars that can fire when called for.
    Battery, "25-pdr", Element::can_be_called;
    /// Aircraft.
    Aircraft, "typhoon", Element::is_aircraft;
    /// Commanders, FOOs and soft vehicles, which do not fight.
    NonCombat, "british-commander", Element::is_non_combat;
}

impl From<&'static Element> for OnTable {
    /// An element of a game, which is on the table.
    fn from(element: &'static Element) -> OnTable {
        OnTable(element)
    }
}

fn variants(fits: fn(&Element) -> bool) -> Vec<Variant> {
    let fitting = CATALOGUE.iter().filter(|element| fits(element));
    fitting.map(|element| Variant { name: element.word, help: element.help() }).collect()
}
