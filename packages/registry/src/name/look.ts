import { isSameAddress } from '@vaultwright/base'
import { knownTokens } from '../token/known-token.ts'
import type { KnownToken } from '../token/row.ts'

/** Letters of other alphabets that look like Latin ones, each in front of what it looks like. */
const lookalikes = new Map(
  'аa вb еe кk мm нh оo рp сc тt уy хx іi ѕs јj αa βb εe ηn ιi κk νv οo ρp τt υu χx ₮t'
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
)

/** The visible form of a name: letter case and invisible characters do not count. */
export function lookOf(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{C}\p{M}\p{Z}]/gu, '')
  return bare.replace(/[^a-z]/gu, (letter) => lookalikes.get(letter) ?? letter)
}

const byLook = new Map<string, KnownToken[]>()
for (const token of knownTokens) {
  const key = `${token.chainId} ${lookOf(token.symbol)}`
  byLook.set(key, [...(byLook.get(key) ?? []), token])
}

/**
 * Finds the token on record that a name makes a reader think of.
 *
 * @param account - whose name it is.
 * @returns null where no token of the chain looks so, and where the account is it.
 */
export function namesakeOf(name: string, account: string, chainId: number): KnownToken | null {
  const tokens = byLook.get(`${chainId} ${lookOf(name)}`) ?? []
  if (tokens.some(({ address }) => isSameAddress(address, account as KnownToken['address'])))
    return null
  return tokens[0] ?? null
}
