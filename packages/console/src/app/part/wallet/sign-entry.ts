import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import {
  parseOwnerSignature,
  recoverOwner,
  type SafeAccount,
  type SafeTransaction,
  safeTransactionHashOf,
  safeTypedDataOf,
  withRecoveryId,
} from '@vaultwright/safe'
import { type AnnouncedWallet, askWallet, connectWallet, WalletError } from './wallet.ts'

/** A transaction of a Safe to sign, and who may. */
export type SigningTask = {
  readonly transaction: SafeTransaction
  readonly account: SafeAccount
  readonly permitted: Permitted
  /** The accounts that signed it already. */
  readonly signers: readonly Address[]
}

/** The accounts that may sign, and their name for a person who chose another. */
export type Permitted = { readonly accounts: readonly Address[]; readonly name: string }

/** A signature of one of the accounts, recovered in this page. */
export type WalletSignature = { readonly account: Address; readonly signature: Hex }

/**
 * Asks a wallet for the signature of a transaction, and recovers the signer before anything is sent.
 *
 * @throws {WalletError}
 */
export async function signByWallet(
  wallet: AnnouncedWallet,
  { transaction, account: safe, permitted, signers }: SigningTask,
): Promise<WalletSignature> {
  const accounts = (await connectWallet(wallet, safe.chainId)).map(addressIn)
  const isIn = (list: readonly Address[], address: Address) =>
    list.some((each) => isSameAddress(each, address))
  const account = accounts.find((each) => isIn(permitted.accounts, each) && !isIn(signers, each))
  if (account === undefined) {
    const hasSigned = accounts.find((each) => isIn(signers, each))
    const first = accounts[0]!
    const text =
      hasSigned === undefined ? `${first} is not ${permitted.name}` : `${hasSigned} has signed`
    throw new WalletError('other_account', text)
  }
  const data = JSON.stringify(safeTypedDataOf(transaction, safe))
  const answer = await askWallet(wallet, 'eth_signTypedData_v4', [account, data])
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{130}$/.test(answer))
    throw new WalletError('signed_other', 'it gave no signature of 65 bytes')
  const signature = withRecoveryId(answer as Hex)
  const hash = safeTransactionHashOf(transaction, safe)
  const parsed = parseOwnerSignature(signature)
  const signer = parsed.kind === 'typed_data' ? await recoverOwner(parsed, hash) : null
  if (signer === null || !isSameAddress(signer, account)) throw new WalletError('signed_other', '')
  return { account, signature }
}

function addressIn(text: string): Address {
  try {
    return parseAddress(text)
  } catch {
    throw new WalletError('no_account', '')
  }
}
