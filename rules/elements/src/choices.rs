//! Types of the catalogue as inputs: lists of those that can do what is asked.

use crate::catalogue::{CATALOGUE, Class, Element, element};
use crate::grade::Ap;
use kernel::procedure::{Field, Input, Kind, Limits, Refusal, Value, Variant};
use std::ops::Deref;
use std::sync::LazyLock;

/// Makes an input that takes the types of the catalogue for which `$fits` holds; of the others it says what they are
/// not, `$otherwise`.
macro_rules! listed {
    ($($(#[$about:meta])* $name:ident, $default:literal, $fits:expr, $otherwise:expr;)*) => {$(
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

        impl From<&'static Element> for $name {
            /// An element of a game, of which the rules have asked already whether it fits.
            fn from(element: &'static Element) -> $name {
                let fits: fn(&Element) -> bool = $fits;
                debug_assert!(fits(element), "'{}' does not fit", element.word);
                $name(element)
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

            fn unfit(word: &str) -> Option<String> {
                unfit(word, $fits, $otherwise)
            }
        }
    )*};
}

listed! {
    /// Any type at all.
    AnyType, "sherman-75", |_| true, "is a type of the catalogue";
    /// A type that is on the table: all but aircraft.
    OnTable, "grenadiers", |element| !element.is_aircraft(), AIRCRAFT;
    /// What AP fire is aimed at: anything on the table.
    ApTarget, "panzer-iv-h", |element| !element.is_aircraft(), AIRCRAFT;
    /// A type with an AP value or a star.
    ApFirer, "sherman-75", |element| !element.is_aircraft() && element.values.ap != Ap::None,
        "has no AP, neither a value nor a star (R1)";
    /// A type with an HE/SA value.
    HeSaFirer, "bren-section", |element| !element.is_aircraft() && element.values.he_sa.is_some(),
        "has no HE/SA value (R1)";
    /// A type that can fight in close combat: it has an HE/SA value, or it stands there to be fought. Soft vehicles do
    /// when they are laden.
    Fighter, "grenadiers", |element| !matches!(element.figures.class, Class::Aircraft | Class::Commander | Class::Foo),
        "does not fight in close combat";
    /// An armoured vehicle of any kind, carriers too.
    Armoured, "panzer-iv-h", Element::is_armoured, "has no armour";
    /// An AFV that can overrun, which takes an HE/SA value.
    Overrunner, "sherman-75", |element| element.is_afv() && element.values.he_sa.is_some(),
        "is no AFV with an HE/SA value, so it overruns nobody (R10)";
    /// Infantry, guns and CSW, which AFVs overrun.
    Overrun, "pak-36", |element| element.is_infantry() || element.is_csw(),
        "is neither infantry nor a gun nor a CSW, so it is not overrun (R10)";
    /// Infantry.
    Infantry, "grenadiers", Element::is_infantry, "is no infantry";
    /// Guns and mortars that can fire when called for.
    Battery, "25-pdr", Element::can_be_called,
        "is neither a gun nor a mortar with high explosive, so it is not called for (R12)";
    /// Aircraft.
    Aircraft, "typhoon", Element::is_aircraft, "is no aircraft";
    /// Commanders, FOOs and soft vehicles, which do not fight.
    NonCombat, "british-commander", Element::is_non_combat, "is no commander, FOO or soft vehicle: it fights";
}

fn variants(fits: fn(&Element) -> bool) -> Vec<Variant> {
    let fitting = CATALOGUE.iter().filter(|element| fits(element));
    fitting.map(|element| Variant { name: element.word, help: element.help() }).collect()
}

/// Why a type of the catalogue is none of those that fit.
fn unfit(word: &str, fits: fn(&Element) -> bool, otherwise: &str) -> Option<String> {
    let known = CATALOGUE.iter().find(|element| element.word == word.to_lowercase() && !fits(element))?;
    let reason = if known.is_aircraft() { AIRCRAFT } else { otherwise };
    Some(format!("'{}' {reason}", known.figures.name))
}

const AIRCRAFT: &str = "is an aircraft, which is never on the table";
