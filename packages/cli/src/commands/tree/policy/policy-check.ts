import type { Finding } from '@vaultwright/base'
import type { TreeFile } from '@vaultwright/formats'
import { ruleBook } from '@vaultwright/protocols'
import { checkPolicy, type TargetProtocols } from '@vaultwright/review'
import { readPolicyFile } from '../../../policy/policy-file.ts'
import type { Context } from '../../../terminal/context.ts'

/** The definition whose entries say of which protocols accounts are. */
type PolicyDefinition = {
  readonly definition: string | undefined
  readonly lock: string | undefined
  readonly chain: string | undefined
}

export async function readPolicy(
  path: string,
  options: PolicyDefinition,
  context: Context,
): Promise<(file: TreeFile) => readonly Finding[]> {
  const policy = await readPolicyFile(path, context)
  const protocolsOf = await protocolsFrom(options, context)
  const lookup = protocolsOf === null ? {} : { protocolsOf }
  return (file) => checkPolicy(file, policy, { rules: ruleBook, ...lookup })
}

async function protocolsFrom(
  { definition: path, lock, chain: word }: PolicyDefinition,
  context: Context,
): Promise<TargetProtocols | null> {
  if (path === undefined) return null
  const { chainMeant, readDefinition } = await import('../../../input/definition.ts')
  const { protocolsOfAccounts } = await import('../../../input/definition.ts')
  const source = await readDefinition({ definition: path, lock }, context)
  return protocolsOfAccounts(source, chainMeant(source.definition, word))
}
