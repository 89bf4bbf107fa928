import { printHex } from '@vaultwright/base'
import { type Anvil, openAnvil, openChain, type Rpc } from '@vaultwright/chain'
import {
  buildLeaf,
  buildLeafTree,
  type Call,
  encodeFlashLoan,
  encodeManage,
  type Leaf,
  type ManageCall,
  matchCall,
} from '@vaultwright/manager'
import { checksumOf, proofHexOf, rootOf } from '@vaultwright/merkle'
import type { SimulationRequest } from '@vaultwright/outcome'
import { ruleBook } from '@vaultwright/protocols'
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { type Artifact, artifactOf } from './artifact.ts'

/** A small system of contracts on a chain of its own. */
export type World = Awaited<ReturnType<typeof openWorld>>

export const oneToken = 10n ** 18n
export const unknownAccount: Hex = '0x00000000000000000000000000000000DEaD1234'
const gas = '0xf00000'

/** Starts a chain with a vault, its Manager, a lender and tokens honest and not. */
export async function openWorld() {
  const anvil = await openAnvil({ arguments: ['--timestamp', '1750000000'] })
  try {
    return await deployContracts(anvil)
  } catch (error) {
    await anvil.close()
    throw error
  }
}

async function deployContracts(anvil: Anvil) {
  const { rpc } = anvil
  const accounts = ((await value(rpc, 'eth_accounts')) as Hex[]).map(checksumOf)
  const [owner, strategist] = accounts as [Hex, Hex]
  const place = async (file: string, ...args: unknown[]) => deploy(rpc, owner, { file, args })
  const vault = await place('Vault', owner, 'Vault', 'V', 18)
  const lender = await place('HonestLender', owner)
  const manager = await place('Manager', owner, vault.address, lender.address)
  const roles = await place('RolesAuthority', owner)
  const decoder = await place('MainnetDecoder', vault.address)
  const tokens = {
    plain: await place('MintableToken', owner, 'Plain', 'P', 18),
    silent: await place('SilentToken', owner, 'Silent', 'S', 18),
    lying: await place('LyingToken', owner, 'Lying', 'L', 18),
    hiddenFee: await place('HiddenFeeToken', owner, 'Hidden', 'H', 18, 100n),
    fee: await place('FeeToken', owner, 'Fee', 'F', 18, 100n),
  }
  const logger = await place('FalseLogger')
  const wrapped = await place('WrappedNative')
  const nft = await place('MintableNft', owner, 'Nft', 'N')
  const pool = await place('Vault4626', owner, tokens.plain.address, 'Pool', 'PL')
  const act = (contract: Contract, functionName: string, ...args: unknown[]) =>
    send(rpc, owner, { to: contract.address, data: callOf(contract, functionName, ...args) })
  const manage = '0xf6e715d0'
  const batchManage = '0x224d8703'
  const batch = '0x244b0f6a'
  await act(vault, 'setAuthority', roles.address)
  await act(manager, 'setAuthority', roles.address)
  for (const selector of [manage, batchManage]) {
    await act(roles, 'setRoleCapability', 1, vault.address, selector, true)
  }
  await act(roles, 'setUserRole', manager.address, 1, true)
  await act(roles, 'setRoleCapability', 7, manager.address, batch, true)
  await act(roles, 'setUserRole', strategist, 7, true)
  await act(roles, 'setUserRole', manager.address, 7, true)
  for (const token of Object.values(tokens)) {
    await act(token, 'mint', vault.address, 1000n * oneToken)
  }
  await act(tokens.plain, 'mint', lender.address, 5000n * oneToken)
  await send(rpc, owner, {
    to: vault.address,
    data: '0x',
    value: `0x${(10n * oneToken).toString(16)}`,
  })

  const spender = pool.address
  const leaves: Leaf[] = []
  const permit = (target: Hex, signature: string, ...list: Hex[]) =>
    leaves.push(buildLeaf({ decoder: decoder.address, target, signature, arguments: list }))
  for (const { address } of [...Object.values(tokens), logger]) {
    permit(address, 'approve(address,uint256)', spender)
    permit(address, 'transfer(address,uint256)', unknownAccount)
    permit(address, 'transfer(address,uint256)', spender)
  }
  permit(pool.address, 'deposit(uint256,address)', vault.address)
  permit(pool.address, 'deposit(uint256,address)', unknownAccount)
  permit(pool.address, 'withdraw(uint256,address,address)', vault.address, vault.address)
  permit(wrapped.address, 'withdraw(uint256)')
  permit(
    manager.address,
    'flashLoan(address,address[],uint256[],bytes)',
    manager.address,
    tokens.plain.address,
  )
  leaves.push(
    buildLeaf({
      decoder: decoder.address,
      target: wrapped.address,
      signature: 'deposit()',
      canSendValue: true,
    }),
  )
  const tree = buildLeafTree(leaves)
  const root = printHex(rootOf(tree.tree))
  await act(manager, 'setManageRoot', strategist, root)
  await act(manager, 'setManageRoot', manager.address, root)
  const chain = await openChain(rpc, { id: 31337 })
  const prove = (call: Call): ManageCall => {
    const match = matchCall(call, { tree, rules: ruleBook })
    const position = match.kind === 'none' ? null : match.positions[0]
    const proof = proofHexOf(tree.tree, position ?? 0)
    return { ...call, decoder: decoder.address, proof: position === null ? [] : proof }
  }
  /** A batch; a call that no leaf permits goes without a proof, for the Manager to refuse. */
  const encode = (calls: readonly Call[]) => encodeManage(calls.map(prove))
  const borrow = (amount: bigint, calls: readonly Call[]): Call => ({
    target: manager.address,
    data: encodeFlashLoan({
      recipient: manager.address,
      tokens: [tokens.plain.address],
      amounts: [amount],
      calls: calls.map(prove),
      salt: '0x',
    }),
    value: 0n,
  })
  const call = (contract: Contract, functionName: string, ...args: unknown[]): Call => ({
    target: contract.address,
    data: callOf(contract, functionName, ...args),
    value: 0n,
  })
  /** A transaction of the strategist's. */
  const batchOf = (...calls: readonly Call[]): SimulationRequest => ({
    from: strategist,
    to: manager.address,
    data: encode(calls),
  })
  return {
    anvil,
    chain,
    owner,
    strategist,
    vault,
    lender,
    manager,
    roles,
    decoder,
    tokens,
    logger,
    wrapped,
    nft,
    pool,
    tree,
    act,
    call,
    borrow,
    batchOf,
    close: anvil.close,
  }
}

/** A contract on the chain. */
export type Contract = Artifact & { readonly address: Hex }

export function callOf(contract: Contract, functionName: string, ...args: unknown[]): Hex {
  return encodeFunctionData({ abi: contract.abi, functionName, args })
}

async function deploy(
  rpc: Rpc,
  from: Hex,
  what: { readonly file: string; readonly args: readonly unknown[] },
): Promise<Contract> {
  const { abi, code } = await artifactOf(what.file)
  const data = encodeDeployData({ abi, bytecode: code, args: [...what.args] })
  const { contractAddress } = await send(rpc, from, { data })
  return { abi, code, address: checksumOf(contractAddress as Hex) }
}

type Receipt = { readonly status: Hex; readonly contractAddress: Hex | null }

export async function send(rpc: Rpc, from: Hex, transaction: object): Promise<Receipt> {
  const mined = await value(rpc, 'eth_sendTransactionSync', { from, gas, ...transaction })
  const receipt = mined as Receipt
  if (receipt.status !== '0x1')
    throw new Error(`reverted: ${JSON.stringify(transaction).slice(0, 300)}`)
  return receipt
}

export async function value(rpc: Rpc, method: string, ...params: unknown[]): Promise<unknown> {
  const [answer] = await rpc.ask([{ method, params }])
  if (answer?.ok !== true) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer.value
}
