import type { Address, Hex } from '@vaultwright/base'
import { type Anvil, openAnvil } from '@vaultwright/chain'
import { rollupSlots } from '@vaultwright/finality'
import { rollupAnchorOf } from '@vaultwright/registry'
import { decodeFunctionResult, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { afterState, ask, assertionOf } from '../support/node/rollup-below.ts'
import { takePackage } from './package/package-store.ts'
import { realArtifactOf } from './package/real-artifact.ts'

const nitro = await takePackage('@arbitrum/nitro-contracts')
const bedrock = await takePackage('@eth-optimism/contracts-bedrock')
const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
let anvil: Anvil
beforeAll(async () => {
  anvil = await openAnvil({ chainId: 1 })
})
afterAll(() => anvil?.close())

const send = async (transaction: Readonly<Record<string, unknown>>) => {
  const hash = await ask(anvil, 'eth_sendTransaction', {
    from: sender,
    gas: '0x1c00000',
    ...transaction,
  })
  const receiptOf = () => ask(anvil, 'eth_getTransactionReceipt', hash)
  await expect.poll(receiptOf).toMatchObject({ status: '0x1' })
  const receipt = await receiptOf()
  return receipt as { readonly contractAddress: Address }
}

test.skipIf('missing' in nitro)(
  'golden: the contract of Arbitrum has the last confirmed assertion where it is read, and takes its hash',
  async () => {
    const path = 'build/contracts/src/rollup/RollupUserLogic.sol/RollupUserLogic.json'
    const { abi, initCode } = await realArtifactOf('@arbitrum/nitro-contracts', path)
    const { contractAddress } = await send({ data: initCode })
    const { contract } = rollupAnchorOf(42_161)!
    await ask(
      anvil,
      'anvil_setCode',
      contract,
      await ask(anvil, 'eth_getCode', contractAddress, 'latest'),
    )
    const blockHash: Hex = `0x${'5a'.repeat(32)}`
    const assertion = assertionOf(blockHash)
    await ask(anvil, 'anvil_setStorageAt', contract, rollupSlots.latestConfirmed, assertion)
    const call = (functionName: string, args: readonly unknown[]) =>
      ask(
        anvil,
        'eth_call',
        { to: contract, data: encodeFunctionData({ abi, functionName, args }) },
        'latest',
      )
    const answer = (await call('latestConfirmed', [])) as Hex
    expect(decodeFunctionResult({ abi, functionName: 'latestConfirmed', data: answer })).toBe(
      assertion,
    )
    const { sendRoot, batch, positionInBatch, machineStatus, endHistoryRoot } = afterState
    const stateOf = (hash: Hex) => ({
      globalState: { bytes32Vals: [hash, sendRoot], u64Vals: [batch, positionInBatch] },
      machineStatus: Number(machineStatus),
      endHistoryRoot,
    })
    const { parentAssertion, inboxAccumulator } = afterState
    const check = (hash: Hex) =>
      call('validateAssertionHash', [assertion, stateOf(hash), parentAssertion, inboxAccumulator])
    expect(await check(blockHash)).toBe('0x')
    await expect(check(`0x${'5b'.repeat(32)}`)).rejects.toThrow('ASSERTION_HASH')
  },
)

test.skipIf('missing' in bedrock)(
  'golden: the factory of the OP Stack clones games whose code ends with arguments and their length',
  async () => {
    const path = 'forge-artifacts/DisputeGameFactory.sol/DisputeGameFactory.json'
    const { abi, initCode } = await realArtifactOf('@eth-optimism/contracts-bedrock', path)
    const { contractAddress: factory } = await send({ data: initCode })
    // An implementation that takes every call. The constructor closes the factory: its owner is written by hand.
    const implementation: Address = '0x00000000000000000000000000000000000a5503'
    await ask(anvil, 'anvil_setCode', implementation, '0x00')
    await ask(
      anvil,
      'anvil_setStorageAt',
      factory,
      `0x${(51).toString(16).padStart(64, '0')}`,
      `0x${sender.slice(2).padStart(64, '0')}`,
    )
    await send({
      to: factory,
      data: encodeFunctionData({
        abi,
        functionName: 'setImplementation',
        args: [0, implementation],
      }),
    })
    const claim: Hex = `0x${'7c'.repeat(32)}`
    const extraData: Hex = `0x${(4).toString(16).padStart(64, '0')}`
    const args = [0, claim, extraData] as const
    await send({ to: factory, data: encodeFunctionData({ abi, functionName: 'create', args }) })
    const data = encodeFunctionData({ abi, functionName: 'games', args })
    const answer = (await ask(anvil, 'eth_call', { to: factory, data }, 'latest')) as Hex
    const code = (await ask(anvil, 'eth_getCode', `0x${answer.slice(26, 66)}`, 'latest')) as Hex
    const size = Number.parseInt(code.slice(-4), 16)
    const cloneArguments = code.slice(-2 * size, -4)
    // The 20 bytes of the creator stand in front of the claim.
    expect(cloneArguments.indexOf(claim.slice(2))).toBe(40)
    expect(cloneArguments.endsWith(extraData.slice(2))).toBe(true)
  },
)

if ('missing' in nitro) console.log(`skipped: ${nitro.missing}`)
if ('missing' in bedrock) console.log(`skipped: ${bedrock.missing}`)
