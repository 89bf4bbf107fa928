import Type, { type TObject, type TSchema } from 'typebox'

/** An operation of the interface: one method of one path. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With parameters in braces; `{route}` and `{tail}` hold slashes. */
  readonly path: string
  /** The area whose envelope its errors have. Source: interface, 7.1. */
  readonly area: Area
  /** The least role that may ask. */
  readonly role: 'viewer' | 'strategist' | 'curator' | 'admin'
  readonly summary: string
  readonly description: string
  readonly params: TObject
  readonly query: TObject | null
  readonly body: TSchema | null
  /** Of a 200. */
  readonly response: TSchema
  /** Beside those that every operation has: 401, 403, 404 of unknown paths, 429, 500, 503. */
  readonly failures: readonly OperationFailure[]
  /** Bytes of a body at most; the common limit when not said. */
  readonly bodyLimit?: number
  /** Announced at least 30 days before it goes. */
  readonly deprecation?: Deprecation
}

/** The area whose envelope errors have; `swap` has that of `data`, and a 400 for what the caller can repair. */
export type Area = 'builder' | 'data' | 'swap'

/** A failure that an operation documents. */
export type OperationFailure = {
  readonly status: 400 | 404 | 409 | 413 | 415 | 422
  /** Code of the envelope, where it has one. */
  readonly code: string | null
  readonly when: string
}

/** An operation that is going to go. */
export type Deprecation = {
  /** `2026-12-01`: since when it is marked. */
  readonly since: string
  /** The day after which it may be gone; at least 30 days later. */
  readonly until: string
  /** Path of what to use in its place. */
  readonly replacement: string
}

/** A path parameter that is checked by meaning, not by shape: what is wrong with it has its own answer. */
const text = Type.String({ minLength: 1, maxLength: 200 })

/** Path parameters of a vault. */
export const vaultParams = Type.Object({
  chain: Type.String({ ...text, description: 'Slug of the chain', examples: ['mainnet'] }),
  vault_address: Type.String({
    ...text,
    description:
      'Address of the vault: 0x and 40 hex digits; on `solana` base58, where letter case counts',
    examples: ['0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'],
  }),
})

/** Path parameters of a vault whose path is looked up whatever it holds: one that cannot be is a vault that is not there. */
export const anyVaultParams = Type.Object({
  chain: Type.String({ description: 'Slug of the chain', examples: ['mainnet'] }),
  vault_address: Type.String({
    description:
      'Address of the vault: 0x and 40 hex digits; on `solana` base58, where letter case counts',
    examples: ['0x1Ee8Dc89C0Ee0c80CB42b10E1dd3A7fE5b0B04F8'],
  }),
})

/** Path parameters of a strategist of a vault. */
export const strategistParams = Type.Object({
  ...vaultParams.properties,
  strategist_address: Type.String({
    ...text,
    description: 'Address of the strategist, written as that of the vault',
    examples: ['0x1b3B62930a45a63CA56fD666dFef294DE092CF71'],
  }),
})

/** Path parameters of a tree. */
export const treeParams = Type.Object({
  root_hash: Type.String({
    ...text,
    description: '64 hex characters; a leading 0x is optional',
    examples: [`0x${'a'.repeat(64)}`],
  }),
})

/** Path parameters of two trees. */
export const treesParams = Type.Object({
  ...treeParams.properties,
  other_root_hash: Type.String({
    ...text,
    description: '64 hex characters; a leading 0x is optional',
    examples: [`0x${'b'.repeat(64)}`],
  }),
})

/** Path parameters of an operation without any. */
export const noParams = Type.Object({})

/** The failure that every operation of the builder may answer. */
export const invalidRequest: OperationFailure = {
  status: 422,
  code: null,
  when: 'The path, the query or the body is not as the schema says',
}

/** The failure that every operation on a vault's data may answer. */
export const vaultMissing: OperationFailure = {
  status: 404,
  code: 'vault_not_found',
  when: 'The vault is not on this chain, or is outside the tenant',
}
