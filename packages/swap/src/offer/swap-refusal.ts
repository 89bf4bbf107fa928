/** Why something cannot be used: a code of the interface, and its sentence. */
export type SwapRefusal = { readonly code: string; readonly message: string }
