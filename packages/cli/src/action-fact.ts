import type { AbiValue } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { type Knowledge, noKnowledge } from '@vaultwright/protocols'
import { UsageError } from './usage.ts'

/**
 * Reads what a person says of tokens and accounts by hand.
 *
 * @param decimals - `0x…=6` or `0x…=6:USDC`.
 * @param facts - `0x…:asset()=0x…`.
 * @returns what is known by it.
 * @throws {UsageError} when one has another shape; {InvalidAddressError} when an account is none.
 */
export function knowledgeOfWords(decimals: readonly string[], facts: readonly string[]): Knowledge {
  const tokens = new Map(decimals.map(tokenOf))
  const told = new Map(facts.map(factOf))
  return {
    ...noKnowledge,
    tokenOf: (account) => tokens.get(account.toLowerCase()) ?? null,
    labelOf: (account) => tokens.get(account.toLowerCase())?.symbol ?? null,
    factOf: (account, call) => told.get(`${account.toLowerCase()}:${call}`) ?? null,
  }
}

function tokenOf(word: string) {
  const found = /^(0x[0-9a-fA-F]{40})=(\d{1,2})(?::(.{1,32}))?$/.exec(word)
  if (found === null) {
    const message = `--decimals cannot be ${JSON.stringify(word)}. Give it as in 0x…=6 or 0x…=6:USDC.`
    throw new UsageError(message, { option: 'decimals', value: word })
  }
  const [, account = '', digits = '', symbol] = found
  const address = parseAddress(account)
  const unit = { symbol: symbol ?? address, decimals: Number(digits), resetsApproval: null }
  return [address.toLowerCase(), unit] as const
}

function factOf(word: string): readonly [string, AbiValue] {
  const found = /^(0x[0-9a-fA-F]{40}):([^=]+)=(.+)$/.exec(word)
  if (found === null) {
    const message = `--fact cannot be ${JSON.stringify(word)}. Give it as in 0x…:asset()=0x….`
    throw new UsageError(message, { option: 'fact', value: word })
  }
  const [, account = '', call = '', text = ''] = found
  const values = text.split(',').map(answerOf)
  const [only] = values
  const value = values.length === 1 && !text.startsWith(',') ? only! : values
  return [`${parseAddress(account).toLowerCase()}:${call.trim()}`, value]
}

function answerOf(text: string): AbiValue {
  const word = text.trim()
  if (/^\d{1,78}$/.test(word)) return BigInt(word)
  return /^0x[0-9a-fA-F]{40}$/.test(word) ? parseAddress(word) : word
}
