import { type Hex, printHex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { accountOf, hashPacket, openPacket } from '@vaultwright/packet'
import {
  encodeHeader,
  mappingKeyOf,
  type RootProofAnswer,
  verifyRootProof,
} from '@vaultwright/proof'
import { multisigWalletAbi } from '@vaultwright/registry'
import { type Abi, decodeFunctionResult, encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { typedData } from '../../console/signing/packet.ts'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'

let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local?.anvil.close())

async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await local.anvil.rpc.ask([{ method, params: [...params] }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}

async function read(to: Hex, name: string, args: readonly unknown[]): Promise<unknown> {
  const abi = multisigWalletAbi as Abi
  const data = encodeFunctionData({ abi, functionName: name, args })
  const answer = (await ask('eth_call', { to, data }, 'latest')) as Hex
  return decodeFunctionResult({ abi, functionName: name, data: answer })
}

test('golden: the root of the local chain follows from the hash of its block', async () => {
  const manager = placeOf(local, 'Local ETH: manager')
  const strategist = placeOf(local, 'strategist')
  const block = (await ask('eth_getBlockByNumber', 'latest', false)) as { number: Hex; hash: Hex }
  const slot = mappingKeyOf(strategist, 2n)
  const proof = (await ask('eth_getProof', manager, [slot], block.number)) as {
    readonly accountProof: readonly Hex[]
    readonly storageProof: readonly { readonly value: Hex; readonly proof: readonly Hex[] }[]
  }
  const [storage] = proof.storageProof
  const answer: RootProofAnswer = {
    manager_address: manager,
    strategist_address: strategist,
    block_number: Number(block.number),
    block_hash: block.hash,
    header_rlp: printHex(encodeHeader(block)!),
    account_proof: proof.accountProof,
    storage_slot: slot,
    storage_proof: storage!.proof,
    root_hash: `0x${storage!.value.slice(2).padStart(64, '0')}`,
  }
  const verified = verifyRootProof(answer, { manager, strategist })
  expect(verified).toMatchObject({ ok: true, root: answer.root_hash, block: { hash: block.hash } })
  const secondStrategist = placeOf(local, 'second strategist')
  expect(verifyRootProof(answer, { manager, strategist: secondStrategist }).ok).toBe(false)
  const lie = { ...answer, root_hash: `0x${'11'.repeat(32)}` }
  expect(verifyRootProof(lie, { manager, strategist }).ok).toBe(false)
})

test('golden: the hashes of a packet are those of the deployed wallet', async () => {
  const safe = placeOf(local, 'Multisig')
  const { message } = typedData as unknown as { message: { [key: string]: unknown } }
  const domain = { chainId: 31337, verifyingContract: safe }
  const packet = openPacket(JSON.stringify({ ...typedData, domain }))
  const { to, value, data, operation, nonce, ...gas } = message
  const { safeTxGas, baseGas, gasPrice, gasToken, refundReceiver } = gas
  const terms = [safeTxGas, baseGas, gasPrice, gasToken, refundReceiver]
  const args = [to, value, data, operation, ...terms, nonce].map((each) =>
    typeof each === 'string' && /^\d+$/.test(each) ? BigInt(each) : each,
  )
  const transaction = await read(safe, 'getTransactionHash', args)
  for (const version of ['1.3.0', '1.4.1', '1.5.0']) {
    const hashed = hashPacket(packet, { ...accountOf(packet), version })
    expect(hashed).toMatchObject({
      ok: true,
      hashes: { transaction, domain: await read(safe, 'domainSeparator', []) },
    })
  }
})
