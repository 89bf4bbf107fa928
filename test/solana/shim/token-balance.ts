import { type Address, type EncodedAccount, getAddressDecoder } from '@solana/kit'

/** Looks an account up, as it is before or after a transaction. */
export type AccountView = (key: Address) => EncodedAccount | undefined

const tokenPrograms = new Set<string>([
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
])
const tokenAccountLength = 165
const decimalsOffset = 44

/** Balances of the token accounts among the keys of a transaction, as nodes list them. */
export function tokenBalancesOf(keys: readonly Address[], view: AccountView): readonly unknown[] {
  return keys.flatMap((key, accountIndex) => {
    const token = readTokenAccount(view(key))
    const mint = token === null ? undefined : view(token.mint)
    if (token === null || mint === undefined) return []
    const decimals = mint.data[decimalsOffset]!
    const { mint: mintKey, owner, amount, program } = token
    const uiAmountString = decimalOf(amount, decimals)
    return [
      {
        accountIndex,
        mint: mintKey,
        owner,
        programId: program,
        uiTokenAmount: {
          amount: String(amount),
          decimals,
          uiAmount: amount === 0n ? null : Number(uiAmountString),
          uiAmountString,
        },
      },
    ]
  })
}

/** Reads mint, owner and amount of a token account; null for any other account. */
export function readTokenAccount(account: EncodedAccount | undefined) {
  if (account === undefined || !tokenPrograms.has(account.programAddress)) return null
  const { data } = account
  const isAccount =
    data.length === tokenAccountLength || (data.length > tokenAccountLength && data[165] === 2)
  if (!isAccount || data[108] === 0) return null
  return {
    mint: getAddressDecoder().decode(data, 0),
    owner: getAddressDecoder().decode(data, 32),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(64, true),
    program: account.programAddress,
  }
}

function decimalOf(amount: bigint, decimals: number): string {
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part === '' ? whole : `${whole}.${part}`
}
