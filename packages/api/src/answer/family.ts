import type { OperationName, ParamsOf } from '@vaultwright/wire'
import { solana } from '../request/vault-path.ts'
import type { RouteHandler } from './route.ts'

/** The operations whose path names a chain. */
type ChainOperation = {
  [Name in OperationName]: ParamsOf<Name> extends { readonly chain: string } ? Name : never
}[OperationName]

/** The routes of each family of chains. The EVM has all; Solana has those that it answers in its own way. */
export type RouteFamilies = {
  readonly evm: { readonly [Name in OperationName]: RouteHandler<Name> }
  readonly solana: { readonly [Name in ChainOperation]?: RouteHandler<Name> }
}

/** A route of any operation. */
export type ServedRoute = {
  readonly name: OperationName
  readonly answer: (request: never) => Promise<unknown>
}

/** Joins the families: a request is answered by the family of the chain in its path. */
export function joinFamilies(families: RouteFamilies): readonly ServedRoute[] {
  const ofSolana: { readonly [name: string]: ServedRoute } = families.solana
  return Object.values<ServedRoute>(families.evm).map((route) => {
    const { name, answer } = route
    const onSolana = ofSolana[name]?.answer
    if (onSolana === undefined) return route
    return { name, answer: (request) => (isOnSolana(request) ? onSolana : answer)(request) }
  })
}

function isOnSolana({ params }: { readonly params: { readonly chain: string } }): boolean {
  return params.chain === solana
}
