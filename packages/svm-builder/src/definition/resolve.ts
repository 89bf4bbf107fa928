import { nearestOf } from '@vaultwright/base'
import { isSvmAddress, type SvmAddress, vaultAddresses } from '@vaultwright/svm'
import type { SvmParameter, SvmTemplate, SvmToken, SvmValue } from '../template/template.ts'
import { subAccountName } from './definition-schema.ts'
import type { SvmDefinition } from './definition-type.ts'

/** A value that a text stands for, or why it stands for none. */
export type SvmResolution =
  | { readonly ok: true; readonly value: SvmValue }
  | { readonly ok: false; readonly message: string }

/** A text, and the sub-account that `sub_account` stands for in it. */
export type SvmWrittenValue = { readonly text: string; readonly subAccount: number }

/** Lists the parameters that a definition binds. */
export function bindableNamesOf({ parameters }: SvmTemplate): readonly string[] {
  return Object.entries(parameters).flatMap(([name, { kind }]) => (kind === 'amount' ? [] : [name]))
}

/** Tells whether an entry may leave a parameter out. */
export function isOptionalIn({ parameters }: SvmTemplate, name: string): boolean {
  const parameter = parameters[name]
  return parameter?.kind === 'account' && parameter.isOptional === true
}

/**
 * Resolves the name or the address of a bound parameter. The case of letters counts.
 *
 * @returns the token or the address; else what is wrong, to be said after the parameter's name.
 */
export function resolveValue(
  definition: SvmDefinition,
  parameter: SvmParameter,
  written: SvmWrittenValue,
): SvmResolution {
  return parameter.kind === 'token'
    ? resolveToken(definition, parameter, written.text)
    : resolveAccount(definition, written)
}

function resolveToken(
  { tokens }: SvmDefinition,
  parameter: SvmParameter & { kind: 'token' },
  text: string,
): SvmResolution {
  const token = tokens.find(({ symbol, mint }) => symbol === text || mint === text)
  if (token === undefined) {
    const symbols = tokens.map(({ symbol }) => symbol)
    return {
      ok: false,
      message: `${JSON.stringify(text)} is not a token here.${hintOf(text, symbols)}`,
    }
  }
  if (parameter.only === undefined || parameter.only === token.mint) {
    return { ok: true, value: token }
  }
  return { ok: false, message: `must be the mint ${parameter.only}` }
}

function resolveAccount(
  { program, vaultId, accounts }: SvmDefinition,
  { text, subAccount }: SvmWrittenValue,
): SvmResolution {
  if (text === subAccountName) {
    return { ok: true, value: vaultAddresses(program).subAccount(vaultId, subAccount) }
  }
  const named = accounts.find(({ name }) => name === text)
  if (named !== undefined) return { ok: true, value: named.address }
  if (isSvmAddress(text)) return { ok: true, value: text }
  const names = accounts.map(({ name }) => name)
  return {
    ok: false,
    message: `${JSON.stringify(text)} is neither an account here nor an address.${hintOf(text, names)}`,
  }
}

function hintOf(text: string, names: readonly string[]): string {
  if (names.length === 0) return ''
  const near = nearestOf(text, names)
  return near === null ? ` Choose from ${names.slice(0, 8).join(', ')}` : ` Did you mean ${near}?`
}

/** Names an address as the definition does; null if it does not. */
export function accountNameOf({ accounts }: SvmDefinition, address: SvmAddress): string | null {
  return accounts.find((account) => account.address === address)?.name ?? null
}

/** The text of a bound value, as choices and constraints show it. */
export function textOfSvmValue(value: SvmValue): string {
  return isSvmToken(value) ? value.mint : value
}

/** Tells a token from an address. */
export function isSvmToken(value: SvmValue): value is SvmToken {
  return typeof value === 'object'
}
