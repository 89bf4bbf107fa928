import { type Address, type EncodedAccount, getBase58Encoder } from '@solana/kit'
import { accountJsonOf, invalidParams } from './answer.ts'
import { configOf, contextual, type NodeMethod, type ShimNode } from './node.ts'
import { readTokenAccount } from './token-balance.ts'
import { parseKey } from './wire-transaction.ts'

const maxKeys = 100

/** Methods that read accounts. */
export const accountMethods: Readonly<Record<string, NodeMethod>> = {
  getBalance: ([key, config], node, method) =>
    contextual(node.svm.getBalance(parseKey(key)) ?? 0n, {
      config: configOf(config),
      node,
      method,
    }),
  getAccountInfo: ([key, config], node, method) => {
    assertBase64(config)
    const account = node.svm.getAccount(parseKey(key))
    return contextual(accountJsonOf(account), { config: configOf(config), node, method })
  },
  getMultipleAccounts: ([keys, config], node, method) => {
    assertBase64(config)
    if (!Array.isArray(keys)) throw invalidParams('invalid type: expected a sequence')
    if (keys.length > maxKeys) {
      throw invalidParams(`Too many inputs provided; max ${maxKeys}`)
    }
    const accounts = keys.map((key) => accountJsonOf(node.svm.getAccount(parseKey(key))))
    return contextual(accounts, { config: configOf(config), node, method })
  },
  getProgramAccounts: ([program, config], node, method) => {
    assertBase64(config)
    const { filters = [], withContext } = configOf(config)
    const accounts = node.svm
      .getProgramAccounts(parseKey(program))
      .filter((account) => (filters as readonly Filter[]).every((part) => passes(account, part)))
      .map(listed)
    const answer = contextual(accounts, { config: configOf(config), node, method })
    return withContext === true ? answer : accounts
  },
  getTokenAccountsByOwner: ([owner, filter, config], node, method) => {
    assertBase64(config)
    const accounts = tokenAccountsOf(node, parseKey(owner), filter as TokenFilter)
    return contextual(accounts.map(listed), { config: configOf(config), node, method })
  },
  getMinimumBalanceForRentExemption: ([length], node) =>
    node.svm.minimumBalanceForRentExemption(BigInt(Number(length))),
}

type Filter = {
  readonly dataSize?: number
  readonly memcmp?: { readonly offset: number; readonly bytes: string; readonly encoding?: string }
}
type TokenFilter = { readonly mint?: string; readonly programId?: string }

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]

function tokenAccountsOf(node: ShimNode, owner: Address, filter: TokenFilter) {
  const { mint, programId } = filter ?? {}
  if ((mint === undefined) === (programId === undefined)) {
    throw invalidParams('Invalid params: invalid length 1, expected a mint or a programId')
  }
  const programs = programId === undefined ? tokenPrograms : [parseKey(programId)]
  return programs
    .flatMap((program) => node.svm.getProgramAccounts(parseKey(program)))
    .filter((account) => {
      const token = readTokenAccount(account)
      return token?.owner === owner && (mint === undefined || token.mint === mint)
    })
}

const listed = (account: EncodedAccount) => ({
  pubkey: account.address,
  account: accountJsonOf(account),
})

function passes({ data, space }: EncodedAccount, { dataSize, memcmp }: Filter): boolean {
  if (dataSize !== undefined) return space === BigInt(dataSize)
  if (memcmp === undefined) return true
  const { offset, bytes, encoding } = memcmp
  const expected =
    encoding === 'base64' ? Buffer.from(bytes, 'base64') : getBase58Encoder().encode(bytes)
  return Buffer.from(data)
    .subarray(offset, offset + expected.length)
    .equals(Buffer.from(expected))
}

/** Nodes answer base58 by default, of short accounts only; the shim has base64 alone. */
function assertBase64(config: unknown): void {
  const { encoding } = configOf(config)
  if (encoding !== 'base64') throw invalidParams(`encoding ${encoding}: ask for base64`)
}
