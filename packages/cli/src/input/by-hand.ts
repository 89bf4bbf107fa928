import type { Address } from '@vaultwright/base'
import type { AbiValue } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import { emptyFacts, type KnownFacts } from '@vaultwright/protocols'
import { UsageError } from '../command/usage.ts'

/** Reads what a person says of tokens and accounts by hand. */
export function knownFactsOfOptions(
  decimals: readonly string[],
  facts: readonly string[],
): KnownFacts {
  const tokens = mapOf('decimals', decimals.map(tokenOf))
  const factByKey = mapOf('fact', facts.map(factOf))
  return {
    ...emptyFacts,
    tokenOf: (account) => tokens.get(account.toLowerCase()) ?? null,
    labelOf: (account) => tokens.get(account.toLowerCase())?.symbol ?? null,
    factOf: (account, call) => factByKey.get(`${account.toLowerCase()}:${call}`) ?? null,
  }
}

/** Refuses decimals by hand where others are known: every amount would be wrong by powers of ten. */
export function assertDecimals(decimals: readonly string[], factsBeside: KnownFacts): void {
  for (const word of decimals) {
    const [account, { decimals: statedDecimals }] = tokenOf(word)
    const unit = factsBeside.tokenOf(account as Address)
    if (unit === null || unit.decimals === statedDecimals) continue
    throw new UsageError(
      `--decimals says ${statedDecimals} of ${account}, but ${unit.decimals} are known of it. Leave it out, or correct what is wrong.`,
      { option: 'decimals', value: word, known: unit.decimals },
    )
  }
}

/** Refuses an entry that is given twice: either may have been meant. */
function mapOf<Value>(option: string, entries: readonly (readonly [string, Value])[]) {
  const map = new Map(entries)
  const twice = entries.find(([key], index) => entries.findIndex(([one]) => one === key) < index)
  if (twice === undefined) return map
  throw new UsageError(`--${option} is given twice for ${twice[0]}. Give it once.`, { option })
}

function tokenOf(word: string) {
  const match = /^(0x[0-9a-fA-F]{40})=(\d{1,2})(?::(.{1,32}))?$/.exec(word)
  if (match === null) {
    const message = `--decimals cannot be ${JSON.stringify(word)}. Give it as in 0x…=6 or 0x…=6:USDC.`
    throw new UsageError(message, { option: 'decimals', value: word })
  }
  const [, account = '', digits = '', symbol] = match
  const address = parseAddress(account)
  const unit = { symbol: symbol ?? address, decimals: Number(digits), resetsApproval: null }
  return [address.toLowerCase(), unit] as const
}

function factOf(word: string): readonly [string, AbiValue] {
  const match = /^(0x[0-9a-fA-F]{40}):([^=]+)=(.+)$/.exec(word)
  if (match === null) {
    const message = `--fact cannot be ${JSON.stringify(word)}. Give it as in 0x…:asset()=0x….`
    throw new UsageError(message, { option: 'fact', value: word })
  }
  const [, account = '', call = '', text = ''] = match
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
