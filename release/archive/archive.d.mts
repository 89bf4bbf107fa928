export function platformOf(machine?: { readonly platform: string; readonly arch: string }): string
