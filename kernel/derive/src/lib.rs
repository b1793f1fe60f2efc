//! Derives for the schema of procedures: `Situation` for structs, `Choice` for enums.
//!
//! A field's doc comment is its help; `#[field(rule = "6.0", min = 0, max = 9, default = 1)]` says the rest.

use proc_macro::TokenStream;
use proc_macro2::TokenStream as Tokens;
use quote::quote;
use syn::{Attribute, Data, DeriveInput, Expr, Fields, Lit, Meta, parse_macro_input};

/// Derives `Situation` and `Default` for a struct with named fields.
#[proc_macro_derive(Situation, attributes(field))]
pub fn situation(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_situation(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Derives `Input` for an enum of plain variants, whose names become words in kebab-case. The first is the default
/// unless the enum derives `Default` itself.
#[proc_macro_derive(Choice)]
pub fn choice(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_choice(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

struct FieldParts {
    name: String,
    ident: syn::Ident,
    kind: syn::Type,
    help: String,
    rule: Tokens,
    limits: Tokens,
    default: Tokens,
}

fn expand_situation(input: &DeriveInput) -> syn::Result<Tokens> {
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new_spanned(input, "a situation is a struct"));
    };
    let Fields::Named(named) = &data.fields else {
        return Err(syn::Error::new_spanned(input, "a situation has named fields"));
    };
    let fields = named.named.iter().map(field_parts).collect::<syn::Result<Vec<_>>>()?;
    let ident = &input.ident;
    let described = fields.iter().map(|FieldParts { name, kind, help, rule, limits, default, .. }| {
        quote! { ::kernel::procedure::Field::of::<#kind>(#name, #help, #rule, #limits, &(#default)) }
    });
    let read = fields.iter().enumerate().map(|(i, FieldParts { name, ident, kind, default, .. })| {
        quote! {
            #ident: match inputs.get(#name) {
                Some(value) => <#kind as ::kernel::procedure::Input>::read(&fields[#i], value)?,
                None => #default,
            }
        }
    });
    let written = fields.iter().map(|FieldParts { name, ident, .. }| {
        quote! { (#name.to_owned(), ::kernel::procedure::Input::write(&self.#ident)) }
    });
    let defaults = fields.iter().map(|FieldParts { ident, default, .. }| quote! { #ident: #default });
    Ok(quote! {
        impl ::core::default::Default for #ident {
            fn default() -> Self {
                Self { #(#defaults),* }
            }
        }
        impl ::kernel::procedure::Situation for #ident {
            fn fields() -> &'static [::kernel::procedure::Field] {
                static FIELDS: ::std::sync::LazyLock<Vec<::kernel::procedure::Field>> =
                    ::std::sync::LazyLock::new(|| vec![#(#described),*]);
                &FIELDS
            }
            fn read(
                inputs: &::kernel::procedure::Inputs,
            ) -> ::core::result::Result<Self, ::kernel::procedure::Refusal> {
                let fields = Self::fields();
                ::kernel::procedure::known_names(fields, inputs)?;
                Ok(Self { #(#read),* })
            }
            fn write(&self) -> ::kernel::procedure::Inputs {
                [#(#written),*].into_iter().collect()
            }
        }
    })
}

fn field_parts(field: &syn::Field) -> syn::Result<FieldParts> {
    let ident = field.ident.clone().ok_or_else(|| syn::Error::new_spanned(field, "a field needs a name"))?;
    let (mut rule, mut default) = (quote! { None }, quote! { ::core::default::Default::default() });
    let (mut min, mut max) = (quote! { None }, quote! { None });
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("field")) {
        attribute.parse_nested_meta(|meta| {
            let value: Expr = meta.value()?.parse()?;
            match meta.path.get_ident().map(ToString::to_string).as_deref() {
                Some("rule") => rule = quote! { Some(#value) },
                Some("min") => min = quote! { Some(#value) },
                Some("max") => max = quote! { Some(#value) },
                Some("default") => default = quote! { #value },
                _ => return Err(meta.error("expected rule, min, max or default")),
            }
            Ok(())
        })?;
    }
    Ok(FieldParts {
        name: kebab(&ident.to_string()),
        kind: field.ty.clone(),
        help: docs(&field.attrs),
        rule,
        limits: quote! { ::kernel::procedure::Limits { min: #min, max: #max } },
        default,
        ident,
    })
}

fn expand_choice(input: &DeriveInput) -> syn::Result<Tokens> {
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new_spanned(input, "a choice is an enum"));
    };
    if let Some(variant) = data.variants.iter().find(|variant| !matches!(variant.fields, Fields::Unit)) {
        return Err(syn::Error::new_spanned(variant, "a choice has plain variants"));
    }
    let ident = &input.ident;
    let idents: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = idents.iter().map(|ident| kebab(&ident.to_string())).collect();
    let helps: Vec<_> = data.variants.iter().map(|variant| docs(&variant.attrs)).collect();
    let helps = helps.iter().map(|help| help.trim());
    Ok(quote! {
        impl #ident {
            /// Every variant, in order.
            pub const ALL: &'static [#ident] = &[#(#ident::#idents),*];

            /// The word for it.
            pub const fn name(self) -> &'static str {
                match self { #(#ident::#idents => #names),* }
            }
        }
        impl ::kernel::procedure::Input for #ident {
            fn kind(_: ::kernel::procedure::Limits) -> ::kernel::procedure::Kind {
                const VARIANTS: &[::kernel::procedure::Variant] =
                    &[#(::kernel::procedure::Variant { name: #names, help: #helps }),*];
                ::kernel::procedure::Kind::Choice(VARIANTS)
            }
            fn read(
                field: &::kernel::procedure::Field,
                value: &::kernel::procedure::Value,
            ) -> ::core::result::Result<Self, ::kernel::procedure::Refusal> {
                match value.as_str() {
                    #(Some(#names) => Ok(#ident::#idents),)*
                    _ => Err(::kernel::procedure::Refusal::value(field, value)),
                }
            }
            fn write(&self) -> ::kernel::procedure::Value {
                ::kernel::procedure::Value::from(self.name())
            }
        }
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.name())
            }
        }
    })
}

/// `FieldGun` and `field_gun` become `field-gun`.
fn kebab(name: &str) -> String {
    let mut out = String::new();
    for c in name.trim_start_matches("r#").chars() {
        if c == '_' {
            out.push('-');
        } else if c.is_ascii_uppercase() {
            if !out.is_empty() && !out.ends_with('-') {
                out.push('-');
            }
            out.push(c.to_ascii_lowercase());
        } else {
            out.push(c);
        }
    }
    out
}

fn docs(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).filter_map(|attribute| {
        let Meta::NameValue(pair) = &attribute.meta else { return None };
        let Expr::Lit(literal) = &pair.value else { return None };
        let Lit::Str(text) = &literal.lit else { return None };
        Some(text.value().trim().to_owned())
    });
    lines.collect::<Vec<_>>().join(" ")
}
