import {
  encodeSafeExecution,
  executableSignaturesOf,
  parseServiceEntry,
  readSafeExecution,
  verifyEntry,
} from '@vaultwright/safe'
import type { SafeSendingData } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import {
  delegate,
  makeSafe,
  owners,
  permitted,
  rowOf,
  transactionOf,
} from '../../../../../../test/support/service/safe/made-safe.ts'
import { executionCallOf } from './execute-entry.ts'

async function signedEntry(signers: number) {
  const safe = makeSafe()
  const { account } = safe
  const transaction = transactionOf([permitted], account, account.nonce)
  const row = await rowOf(transaction, account, owners.slice(0, signers))
  const verified = await verifyEntry(
    parseServiceEntry(row),
    account,
    (await safe.read()).signatures,
  )
  return { account, transaction, verified }
}

test('golden: the call of the service goes to the wallet if it is the one that this page makes', async () => {
  const { account, transaction, verified } = await signedEntry(2)
  const signatures = executableSignaturesOf(verified.signatures, account)!
  const served = {
    chain_id: 1,
    from: delegate.address,
    to: account.safe,
    data: encodeSafeExecution({ ...transaction, signatures }),
  } as SafeSendingData
  const call = executionCallOf({ verified, account }, delegate.address, served)
  expect(call).toMatchObject({ from: delegate.address, to: account.safe, chainId: 1 })
  expect(readSafeExecution(call.data).execution).toMatchObject({ to: permitted.to, signatures })
  const lies: readonly Partial<SafeSendingData>[] = [
    { chain_id: 10 },
    { to: permitted.to },
    { from: owners[0]!.address },
    { data: `${served.data}00` },
    { data: encodeSafeExecution({ ...transaction, value: 1n, signatures }) },
  ]
  for (const lie of lies) {
    expect(() =>
      executionCallOf({ verified, account }, delegate.address, { ...served, ...lie }),
    ).toThrow('Nothing was sent.')
  }
})

test('refuses: an entry below the threshold, whatever the service gives', async () => {
  const { account, verified } = await signedEntry(1)
  const served = { chain_id: 1, from: delegate.address, to: account.safe, data: 'null' }
  expect(() =>
    executionCallOf({ verified, account }, delegate.address, served as SafeSendingData),
  ).toThrow('Nothing was sent.')
})
