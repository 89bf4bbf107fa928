export type Identity = {
  readonly name: string
  readonly scope: string
  readonly home: string | null
  readonly repository: string | null
}
export const codeIdentity: Identity
export function parseIdentity(text: string, file: string): Identity
export function readIdentity(file: string): Identity
export function assertReleasable(identity: Identity, file: string): void
export function addressesOf(
  identity: Identity,
  dir: string,
): {
  readonly homepage?: string
  readonly bugs?: string
  readonly repository?: Readonly<Record<'type' | 'url' | 'directory', string>>
}
export function withScope(text: string, identity: Identity): string
export class IdentityError extends Error {
  readonly code: 'identity_invalid' | 'identity_missing' | 'identity_unset'
  readonly facts: Readonly<Record<string, unknown>>
}
