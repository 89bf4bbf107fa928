import type { Address, Hex } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import { concatHex, encodeFunctionData, parseAbi, zeroAddress } from 'viem'
import { serializeSignature, sign } from 'viem/accounts'
import { approve, batchOf, prove } from './call.ts'
import { type MatrixCase, refusals } from './case.ts'
import type { MatrixWorld, Transaction } from './world.ts'

const abi = parseAbi([
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,bytes signatures) payable returns (bool)',
])

const lent = (world: MatrixWorld) =>
  batchOf(world.lending, approve(world.of('WETH'), world.of('Aave pool'), 3n))

/** A strategist that is a multisig. */
export const multisigCases: readonly MatrixCase[] = [
  {
    name: 'a batch that two of three sign',
    make: (world) => ({
      from: world.of('Multisig'),
      tree: world.lending,
      data: lent(world),
      wrapped: (now) => signed(now, lent(now)),
    }),
    refused: null,
    check: ({ logs }) => {
      const names = logs.map(({ decoded }) => decoded?.name)
      if (!names.includes('BoringVaultManaged')) throw new Error(names.join())
    },
  },
  {
    name: 'a call that is not in the multisig’s tree',
    make: (world) => {
      const call = prove(world.main, approve(world.of('WETH'), world.of('Aave pool'), 3n))
      return {
        from: world.fund(world.of('Multisig')),
        tree: world.lending,
        data: encodeManage([call]),
      }
    },
    refused: refusals.unproven(0),
  },
]

async function signed(world: MatrixWorld, data: Hex): Promise<Transaction> {
  const wallet = world.of('Multisig')
  const terms = [world.manager, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress] as const
  const nonce = BigInt(await read(world, encodeFunctionData({ abi, functionName: 'nonce' })))
  const hashCall = { abi, functionName: 'getTransactionHash', args: [...terms, nonce] } as const
  const hash = await read(world, encodeFunctionData(hashCall))
  const { accounts } = world.local.manifest
  const signers = accounts
    .filter(({ name }) => name === 'signer 1' || name === 'signer 3')
    .toSorted((one, other) => (BigInt(one.address) < BigInt(other.address) ? -1 : 1))
  const signatures = await Promise.all(
    signers.map(async ({ privateKey }) =>
      serializeSignature(await sign({ hash, privateKey: privateKey as Hex })),
    ),
  )
  const args = [...terms, concatHex(signatures)] as const
  const call = encodeFunctionData({ abi, functionName: 'execTransaction', args })
  return { from: world.of('signer 1'), to: wallet, data: call }
}

async function read(world: MatrixWorld, data: Hex): Promise<Hex> {
  const to: Address = world.of('Multisig')
  return (await world.ask('eth_call', { to, data }, 'latest')) as Hex
}
