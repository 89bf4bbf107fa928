import * as manager from '@vaultwright/manager'
import * as merkle from '@vaultwright/merkle'
import { managerAbi } from '@vaultwright/registry'
import { decodeFunctionData, encodeFunctionData } from 'viem'
import { assertEqual, measure, ratiosOf } from './measure.mjs'

const actions = 50
const depth = 12
const times = 200

const address = (number) => merkle.checksumOf(`0x${number.toString(16).padStart(40, '0')}`)

const leaves = Array.from({ length: 2 ** depth }, (_, index) => ({
  decoder: address(0xd0d0 + (index % 3)),
  target: address(0x1000 + index),
  canSendValue: false,
  signature: 'approve(address,uint256)',
  selector: '0x095ea7b3',
  arguments: [address(0xa000 + index)],
  description: `leaf ${index}`,
}))

export async function benchCalldata(rounds) {
  const tree = manager.buildLeafTree(leaves)
  const picked = Array.from({ length: actions }, (_, index) => {
    const position = (index * 79) % leaves.length
    const leaf = leaves[position]
    const spender = leaf.arguments[0].slice(2).toLowerCase().padStart(64, '0')
    return {
      position,
      target: leaf.target,
      data: `0x095ea7b3${spender}${(1000 + index).toString(16).padStart(64, '0')}`,
      value: 0n,
    }
  })
  const calls = picked.map((call) => ({
    ...call,
    decoder: leaves[call.position].decoder,
    proof: merkle.proofHexOf(tree.tree, call.position),
  }))
  const args = [
    calls.map(({ proof }) => proof),
    calls.map(({ decoder }) => decoder),
    calls.map(({ target }) => target),
    calls.map(({ data }) => data),
    calls.map(({ value }) => value),
  ]
  const functionName = 'manageVaultWithMerkleVerification'
  const viem = () => encodeFunctionData({ abi: managerAbi, functionName, args })
  const calldata = viem()
  assertEqual('encode', manager.encodeManage(calls), calldata)
  assertEqual('encode from tree', manager.encodeManageFromTree(tree, picked), calldata)
  assertEqual(
    'decode',
    JSON.stringify(manager.decodeManage(calldata).map(({ proof }) => proof)),
    JSON.stringify(decodeFunctionData({ abi: managerAbi, data: calldata }).args[0]),
  )

  const repeat = (work) => () => {
    for (let index = 0; index < times; index++) work()
  }
  const encode = await measure(
    { ours: repeat(() => manager.encodeManage(calls)), viem: repeat(viem) },
    rounds,
  )
  const direct = await measure(
    { ours: repeat(() => manager.encodeManageFromTree(tree, picked)), viem: repeat(viem) },
    rounds,
  )
  const decode = await measure(
    {
      ours: repeat(() => manager.decodeManage(calldata)),
      viem: repeat(() => decodeFunctionData({ abi: managerAbi, data: calldata })),
    },
    rounds,
  )
  return [
    ...ratiosOf(`encode-${actions}x${depth}`, encode),
    ...ratiosOf(`encode-${actions}x${depth}-tree`, direct),
    ...ratiosOf(`decode-${actions}x${depth}`, decode),
  ]
}
