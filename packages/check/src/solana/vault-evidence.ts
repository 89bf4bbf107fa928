import { BaseError } from '@vaultwright/base'
import { decodeBase64, parseSvmAddress, type SvmAccount, type SvmAddress } from '@vaultwright/svm'
import type { SvmSnapshot } from '@vaultwright/svm-builder'

/** Accounts of a vault as a node gave them, and what the vault's record permits: bytes, nothing computed. */
export type VaultEvidence = {
  /** Address of the vault's state. */
  readonly vault: SvmAddress
  /** Text of the vault's definition; null without one. */
  readonly definition: string | null
  readonly snapshot: SvmSnapshot
}

/** Accounts of a vault, and where they came from. */
export type GivenEvidence = { readonly evidence: VaultEvidence; readonly source: string }

type EvidenceFields = Readonly<Record<string, unknown>>

/**
 * Reads what a service answers about a vault's permissions, or the same from a file.
 *
 * @param text - JSON with `vault_address`, `slot`, `definition` and `accounts`, or with them in `data`.
 * @throws {ForeignEvidenceError} when it is something else.
 */
export function parseEvidence(text: string): VaultEvidence {
  const document = fieldsOf(jsonOf(text), 'The document')
  const { vault_address, slot, definition, accounts } =
    document.data === undefined ? document : fieldsOf(document.data, '`data`')
  if (!/^(0|[1-9]\d{0,19})$/.test(String(slot))) fail('`slot` is not a whole number')
  if (typeof definition !== 'string' && definition != null) fail('`definition` is not a text')
  if (!Array.isArray(accounts)) fail('`accounts` is not a list')
  const accountsByAddress = new Map<SvmAddress, SvmAccount | null>()
  for (const [index, item] of accounts.entries()) {
    const { address, account } = fieldsOf(item, `Account ${index}`)
    const key = addressOf(address, `Account ${index}`)
    if (accountsByAddress.has(key)) fail(`Account ${key} stands in it twice`)
    accountsByAddress.set(
      key,
      account === null ? null : accountOf(fieldsOf(account, `Account ${key}`), key),
    )
  }
  return {
    vault: addressOf(vault_address, '`vault_address`'),
    definition: (definition as string | null | undefined) ?? null,
    snapshot: { slot: BigInt(slot as string), accounts: accountsByAddress },
  }
}

function accountOf(
  { lamports, owner, data_base64, executable }: EvidenceFields,
  key: string,
): SvmAccount {
  if (!/^(0|[1-9]\d{0,19})$/.test(String(lamports))) fail(`The lamports of ${key} are not a number`)
  return {
    lamports: BigInt(lamports as string),
    owner: addressOf(owner, `The owner of ${key}`),
    data: bytesOf(data_base64, key),
    executable: executable === true,
  }
}

function bytesOf(value: unknown, key: string): Uint8Array {
  try {
    return decodeBase64(String(value))
  } catch {
    return fail(`The data of ${key} is not base64`)
  }
}

function addressOf(value: unknown, place: string): SvmAddress {
  try {
    return parseSvmAddress(String(value))
  } catch {
    return fail(`${place} is not an address of Solana`)
  }
}

function fieldsOf(value: unknown, place: string): EvidenceFields {
  if (typeof value !== 'object' || value === null) fail(`${place} is not an object`)
  return value as EvidenceFields
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('It is not JSON')
  }
}

function fail(reason: string): never {
  throw new ForeignEvidenceError(reason)
}

/** A document is not the accounts of a vault. */
export class ForeignEvidenceError extends BaseError {
  override readonly code = 'foreign_evidence'
  override readonly kind = 'invalid_input'

  constructor(reason: string) {
    super({
      message: `This is not the accounts of a Solana vault: ${reason}. Give what the service answers at /v1/vaults/solana/{vault}/permissions.`,
      facts: { reason },
    })
  }
}

/** An account that is needed was not given, or does not exist. */
export class MissingAccountError extends BaseError {
  override readonly code = 'account_missing'
  override readonly kind = 'not_found'

  constructor(address: SvmAddress) {
    super({
      message: `The account ${address} is not among those that were given, or does not exist. Check the vault's address and its chain.`,
      facts: { address },
    })
  }
}

/** The definition of the vault was not given, or is of another vault. */
export class MissingDefinitionError extends BaseError {
  override readonly code = 'definition_missing'
  override readonly kind = 'not_found'

  constructor(reason: string) {
    super({
      message: `The vault's definition cannot be used: ${reason}. Register it with \`vaultwright vault add\`.`,
      facts: { reason },
    })
  }
}
