/** Under this key arguments hold the names of those that a variable or the project file filled in. */
export const filledNames = Symbol('filled names')

/** Tells whether a value was filled in: what a document itself says then goes before it. */
export function isFilled(args: object, name: string): boolean {
  const filled = (args as { readonly [filledNames]?: ReadonlySet<string> })[filledNames]
  return filled?.has(name) ?? false
}
