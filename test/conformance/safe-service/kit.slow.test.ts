import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import { serveSafeStandIn } from '@vaultwright/operations'
import { parseServiceEntry, safeTransactionHashOf, safeTypedDataOf } from '@vaultwright/safe'
import { createWalletClient, http } from 'viem'
import { mainnet } from 'viem/chains'
import { expect, test } from 'vitest'
import {
  delegate,
  foreigner,
  makeSafe,
  owners,
  permitted,
  serviceOf,
  signTyped,
  transactionOf,
} from '../../support/service/safe/made-safe.ts'

/** The part of Safe's client that is used here. */
type Kit = Readonly<Record<string, (...args: readonly unknown[]) => Promise<never>>>

const cache = join(import.meta.dirname, '../../../.cache/safe-kit')

/** Installs Safe's client beside the repository's packages; the reason where npm cannot. */
function openKit(url: string): Kit | string {
  try {
    if (!existsSync(cache)) install()
    const { default: ApiKit } = createRequire(join(cache, 'package.json'))('@safe-global/api-kit')
    return new ApiKit({ chainId: 1n, txServiceUrl: url })
  } catch (error) {
    return `Safe's client could not be installed: ${String(error).slice(0, 200)}`
  }
}

function install(): void {
  mkdirSync(join(cache, '..'), { recursive: true })
  const scratch = mkdtempSync(`${cache}-`)
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(import.meta.dirname, file), join(scratch, file))
  }
  try {
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']
    execFileSync('npm', words, { cwd: scratch, stdio: 'pipe' })
    renameSync(scratch, cache)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

test("golden: Safe's own client drives the stand-in unchanged, and our adapter reads what it wrote", async ({
  skip,
}) => {
  const { account, standIn } = makeSafe()
  const server = await serveSafeStandIn(standIn.answer)
  try {
    const kit = openKit(server.url)
    if (typeof kit === 'string') return skip(kit)
    const call = async (name: string, ...args: readonly unknown[]) =>
      kit[name]!(...args) as Promise<never>
    const { safe } = account
    const [first, second] = owners
    expect(await call('getServiceInfo')).toMatchObject({ version: '6.10.1' })
    expect(await call('getSafeInfo', safe)).toMatchObject({ threshold: 2, version: '1.4.1' })
    const signer = createWalletClient({
      account: first!,
      chain: mainnet,
      transport: http(server.url),
    })
    const names = { delegateAddress: delegate.address, delegatorAddress: first!.address, signer }
    await call('addSafeDelegate', { safeAddress: safe, label: 'desk', ...names })
    expect(await call('getSafeDelegates', { safeAddress: safe })).toMatchObject({ count: 1 })
    expect(String(await call('getNextNonce', safe))).toBe('7')
    const transaction = transactionOf([permitted], account, 7n)
    const hash = safeTransactionHashOf(transaction, account)
    const data = safeTypedDataOf(transaction, account)
    const proposal = {
      safeAddress: safe,
      safeTransactionData: data.message,
      safeTxHash: hash,
      senderAddress: delegate.address,
      senderSignature: await signTyped(delegate, data),
      origin: '{"name":"test"}',
    }
    await call('proposeTransaction', proposal)
    await call('proposeTransaction', proposal)
    expect(await call('getTransaction', hash)).toMatchObject({
      proposedByDelegate: delegate.address,
      confirmations: [],
      trusted: true,
    })
    expect(String(await call('getNextNonce', safe))).toBe('8')
    await call('confirmTransaction', hash, await signTyped(first!, data))
    await call('confirmTransaction', hash, await signTyped(second!, data))
    expect(await call('getTransactionConfirmations', hash)).toMatchObject({ count: 2 })
    expect(await call('getPendingTransactions', safe)).toMatchObject({ count: 1 })
    const refused: Hex = `0x${'12'.repeat(32)}`
    const outsider = {
      senderAddress: foreigner.address,
      senderSignature: await signTyped(foreigner, data),
    }
    await expect(call('proposeTransaction', { ...proposal, safeTxHash: refused })).rejects.toThrow(
      /does not match/,
    )
    await expect(call('proposeTransaction', { ...proposal, ...outsider })).rejects.toThrow(
      /not an owner or delegate/,
    )
    await expect(call('confirmTransaction', hash, proposal.senderSignature)).rejects.toThrow()
    const { rows } = await serviceOf(standIn).list(safe, 7n)
    const [entry] = rows.map(parseServiceEntry)
    expect(entry).toMatchObject({ transaction, statedHash: hash, isTrusted: true })
    expect(entry!.confirmations.map(({ owner }) => owner)).toEqual([
      first!.address,
      second!.address,
    ])
    await call('removeSafeDelegate', names)
    expect(await call('getSafeDelegates', { safeAddress: safe })).toMatchObject({ count: 0 })
  } finally {
    await server.close()
  }
})
