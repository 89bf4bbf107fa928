import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import {
  parseOwnerSignature,
  recoverOwner,
  type SafeAccountState,
  type SafeTransaction,
  safeTransactionHashOf,
  safeTypedDataOf,
  withRecoveryId,
} from '@vaultwright/safe'
import { type AnnouncedWallet, askWallet, connectWallet, WalletError } from './wallet.ts'

/** A transaction of a Safe to sign, and who signed it already. */
export type SigningTask = {
  readonly transaction: SafeTransaction
  readonly account: SafeAccountState
  readonly signers: readonly Address[]
}

/** An owner's signature, recovered in this page. */
export type WalletSignature = { readonly owner: Address; readonly signature: Hex }

/**
 * Asks a wallet for an owner's signature of a transaction, and recovers the signer before anything is sent.
 *
 * @throws {WalletError}
 */
export async function signByWallet(
  wallet: AnnouncedWallet,
  { transaction, account, signers }: SigningTask,
): Promise<WalletSignature> {
  const accounts = (await connectWallet(wallet, account.chainId)).map(addressIn)
  const isIn = (list: readonly Address[], owner: Address) =>
    list.some((each) => isSameAddress(each, owner))
  const owner = accounts.find((each) => isIn(account.owners, each) && !isIn(signers, each))
  if (owner === undefined) {
    const hasSigned = accounts.find((each) => isIn(signers, each))
    const first = accounts[0]!
    const text = hasSigned === undefined ? `${first} is not an owner` : `${hasSigned} has signed`
    throw new WalletError('other_account', text)
  }
  const data = JSON.stringify(safeTypedDataOf(transaction, account))
  const answer = await askWallet(wallet, 'eth_signTypedData_v4', [owner, data])
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]{130}$/.test(answer))
    throw new WalletError('signed_other', 'it gave no signature of 65 bytes')
  const signature = withRecoveryId(answer as Hex)
  const hash = safeTransactionHashOf(transaction, account)
  const parsed = parseOwnerSignature(signature)
  const signer = parsed.kind === 'typed_data' ? await recoverOwner(parsed, hash) : null
  if (signer === null || !isSameAddress(signer, owner)) throw new WalletError('signed_other', '')
  return { owner, signature }
}

function addressIn(text: string): Address {
  try {
    return parseAddress(text)
  } catch {
    throw new WalletError('no_account', '')
  }
}
