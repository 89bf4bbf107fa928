import type { RealPackageName } from '../package/real-package.ts'
import type { RealChain } from '../world/real-chain.ts'

/** Values of an action's parameters, as a person gives them; those that leaves bind among them. */
export type CaseParams = Readonly<Record<string, unknown>>

/** A value for each parameter of an action, with which it makes sense. */
export type RealCase = {
  readonly route: string
  /** Tells cases of one route apart. */
  readonly variant?: string
  readonly params: CaseParams | ((chain: RealChain) => CaseParams | Promise<CaseParams>)
  /** The package of the contract that it calls, where that is not the market's. */
  readonly real?: RealPackageName
  /** The decoder of the market that reads its call; the first when not said. */
  readonly decoder?: string
  /** The call carries native coin, where an action may with and without. */
  readonly sendsValue?: true
  /** Routes of cases that run before, in order. */
  readonly after?: readonly string[]
  /** Further work before, by others than the vault. */
  readonly prepare?: (chain: RealChain) => Promise<void>
  /** Further work after, by others than the vault: it fails where the action did not do what it says. */
  readonly follow?: (chain: RealChain) => Promise<void>
  /** The reason with which the real contract refuses it: the market is closed to it. */
  readonly refused?: string
  /** A leaf for others' batches alone: the case does not run by itself. */
  readonly isStep?: true
  /** Values with which the real contract refuses, and the name that it gives the reason. */
  readonly refusals?: readonly {
    readonly params: CaseParams
    readonly reason: string
  }[]
}

/** A decoder, and what its constructor takes. */
export type MarketDecoder = {
  readonly contract: string
  readonly args?: (chain: RealChain) => readonly unknown[] | Promise<readonly unknown[]>
}

/** A protocol as its own contracts make it, with depth for the cases. */
export type Market = {
  /** As routes begin. */
  readonly protocol: string
  /** The package whose contracts the actions call. */
  readonly real: RealPackageName
  /** Further packages, without any of which there is no market. */
  readonly needs?: readonly RealPackageName[]
  /** The contracts of this repository that decode its calls, the one of most cases first. */
  readonly decoders: readonly MarketDecoder[]
  /** Deploys its contracts around the vault. */
  readonly deploy: (chain: RealChain) => Promise<void>
  readonly cases: readonly RealCase[]
}
