import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'
import type { LocalChain } from '@vaultwright/chain'
import { multisigWalletAbi } from '@vaultwright/registry'
import { safeHashesOf } from '@vaultwright/safe'
import fc from 'fast-check'
import { type Abi, decodeFunctionResult, encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { safeTransactions } from '../../support/call/safe-transaction.ts'
import { placeOf, startLocalChain } from '../../support/node/local-chain.ts'
import { runsOf } from '../../support/runs.ts'

/** A wallet's hashing as the chain does it, with the domain of all versions before 1.3.0. */
const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract EarlyWallet {
  struct Transaction {
    address to; uint256 value; bytes data; uint8 operation; uint256 safeTxGas; uint256 baseGas;
    uint256 gasPrice; address gasToken; address refundReceiver; uint256 nonce;
  }
  function domainSeparator() public view returns (bytes32) {
    return keccak256(abi.encode(keccak256("EIP712Domain(address verifyingContract)"), this));
  }
  function messageHash(Transaction memory t) public pure returns (bytes32) {
    bytes32 name = keccak256("SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)");
    bytes memory head = abi.encode(name, t.to, t.value, keccak256(t.data), t.operation, t.safeTxGas);
    return keccak256(bytes.concat(head, abi.encode(t.baseGas, t.gasPrice, t.gasToken, t.refundReceiver, t.nonce)));
  }
  function transactionHash(Transaction memory t) external view returns (bytes32) {
    return keccak256(abi.encodePacked(bytes1(0x19), bytes1(0x01), domainSeparator(), messageHash(t)));
  }
}`
const tool = join(import.meta.dirname, '../../../foundry/tools/solc-node')
const wallet = getAddress(`0x${'ea'.repeat(20)}`)
const numRuns = runsOf(0.1)

let local: LocalChain
let early: { readonly abi: Abi; readonly code: Hex }

beforeAll(async () => {
  local = await startLocalChain()
  early = compile()
  await ask('anvil_setCode', wallet, early.code)
})
afterAll(() => local?.anvil.close())

test('golden: hashes of versions without a chain are those that the chain computes', async () => {
  await fc.assert(
    fc.asyncProperty(safeTransactions, async (transaction) => {
      const struct = { ...transaction, operation: transaction.operation === 'call' ? 0 : 1 }
      const chain = {
        domain: await read(wallet, early.abi, 'domainSeparator', []),
        message: await read(wallet, early.abi, 'messageHash', [struct]),
        transaction: await read(wallet, early.abi, 'transactionHash', [struct]),
      }
      for (const version of ['1.0.0', '1.1.0', '1.1.1', '1.2.0']) {
        const account = { safe: wallet, chainId: 31337, version }
        expect(safeHashesOf(transaction, account)).toEqual(chain)
      }
    }),
    { numRuns },
  )
})

test('golden: hashes of versions with a chain are those of the deployed wallet', async () => {
  const safe = placeOf(local, 'Multisig')
  await fc.assert(
    fc.asyncProperty(safeTransactions, async (one) => {
      const operation = one.operation === 'call' ? 0 : 1
      const gas = [one.safeTxGas, one.baseGas, one.gasPrice, one.gasToken, one.refundReceiver]
      const args = [one.to, one.value, one.data, operation, ...gas, one.nonce]
      const domain = await read(safe, multisigWalletAbi, 'domainSeparator', [])
      const transaction = await read(safe, multisigWalletAbi, 'getTransactionHash', args)
      for (const version of ['1.3.0', '1.3.0+L2', '1.4.0', '1.4.1', '1.5.0']) {
        const hashes = safeHashesOf(one, { safe, chainId: 31337, version })
        expect(hashes).toMatchObject({ domain, transaction })
      }
    }),
    { numRuns },
  )
})

function compile(): typeof early {
  const input = JSON.stringify({
    language: 'Solidity',
    sources: { 'wallet.sol': { content: source } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } } },
  })
  const run = spawnSync(process.execPath, [tool, '--standard-json'], { input, encoding: 'utf8' })
  const { abi, evm } = JSON.parse(run.stdout).contracts['wallet.sol'].EarlyWallet
  return { abi, code: `0x${evm.deployedBytecode.object}` }
}

async function read(
  to: Hex,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
): Promise<unknown> {
  const data = encodeFunctionData({ abi, functionName, args })
  const answer = (await ask('eth_call', { to, data }, 'latest')) as Hex
  return decodeFunctionResult({ abi, functionName, data: answer })
}

async function ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const [answer] = await local.anvil.rpc.ask([{ method, params: [...params] }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}
