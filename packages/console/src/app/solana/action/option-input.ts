import type { SvmBuildOptionsRequest } from '@vaultwright/wire'

/** The options of a transaction, as typed. An empty text leaves the choice to the definition. */
export type OptionInput = {
  readonly version: '0' | '1'
  /** Micro-lamports a compute unit in version 0, lamports for the whole in version 1. */
  readonly price: string
  readonly nonceAccount: string
  /** Addresses, apart by spaces, commas or lines; of version 0 alone. */
  readonly lookupTables: string
  /** True if limit and price of compute units are in the transaction. */
  readonly hasBudget: boolean
}

/** Nothing was chosen. */
export const defaultOptions: OptionInput = {
  version: '0',
  price: '',
  nonceAccount: '',
  lookupTables: '',
  hasBudget: true,
}

const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const maxTables = 8

/** The problems of the options, by field; the service checks the rest. */
export type OptionProblems = Partial<Readonly<Record<keyof OptionInput, string>>>

/** Checks the options as far as their texts say. */
export function optionProblemsOf(input: OptionInput): OptionProblems {
  const { price, nonceAccount, version } = input
  const tables = tablesOf(input)
  const foreign = tables.find((each) => !address.test(each))
  return {
    ...(price.trim() === '' || /^(0|[1-9]\d{0,18})$/.test(price.trim())
      ? {}
      : { price: `${JSON.stringify(price)} is not a whole number. Give digits alone.` }),
    ...(nonceAccount.trim() === '' || address.test(nonceAccount.trim())
      ? {}
      : { nonceAccount: `${JSON.stringify(nonceAccount)} is not an address of Solana.` }),
    ...(version === '1' || foreign === undefined
      ? {}
      : { lookupTables: `${JSON.stringify(foreign)} is not an address of Solana.` }),
    ...(version === '0' && foreign === undefined && tables.length > maxTables
      ? { lookupTables: `${tables.length} tables are named; ${maxTables} may be.` }
      : {}),
  }
}

/** Makes the request's options; what is left to the definition is not in them. */
export function optionsOf(input: OptionInput): SvmBuildOptionsRequest {
  const price = input.price.trim()
  const nonceAccount = input.nonceAccount.trim()
  const tables = tablesOf(input)
  const isFirst = input.version === '0'
  return {
    version: isFirst ? 0 : 1,
    ...(price === '' || !input.hasBudget
      ? {}
      : isFirst
        ? { compute_unit_price_micro_lamports: price }
        : { priority_fee_lamports: price }),
    ...(nonceAccount === '' ? {} : { nonce_account: nonceAccount }),
    ...(isFirst && tables.length > 0 ? { lookup_tables: tables } : {}),
    ...(input.hasBudget ? {} : { compute_budget: false }),
  }
}

function tablesOf({ lookupTables }: OptionInput): string[] {
  return [...new Set(lookupTables.split(/[\s,]+/).filter(Boolean))]
}
