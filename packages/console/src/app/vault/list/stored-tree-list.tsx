import { useQueries, useQuery } from '@tanstack/react-query'
import type { VaultAddress } from '@vaultwright/check'
import { useState } from 'react'
import { Button } from '../../part/button.tsx'
import { Section } from '../../part/page.tsx'
import { Failure, Loaded, Loading } from '../../part/state.tsx'
import { useSession } from '../../session/session.ts'
import { vaultQueries } from '../data/vault-data.ts'
import { mostVaults, vaultListQuery } from '../data/vault-list.ts'
import { RootTable } from '../home/root-table.tsx'
import { rootLinesOf } from '../root-line/root-line.ts'

/** Vaults that are read at a time: three questions each. */
const vaultsAtOnce = 20

/** The stored trees of all vaults; nothing before sign-in. */
export function StoredTreeList() {
  const session = useSession()
  return session == null ? null : <ListOfVaults />
}

function ListOfVaults() {
  const vaults = useQuery(vaultListQuery)
  const [count, setCount] = useState(vaultsAtOnce)
  return (
    <Section title="Stored trees">
      <Loaded query={vaults} what="the vaults" title="The vaults cannot be read" lines={8}>
        {({ vaults: listed, isCut }) => {
          const all = listed.flatMap(({ vault_address: address, deployments }) =>
            deployments
              .filter(({ chain }) => chain !== 'solana')
              .map(({ chain }) => ({ chain, address })),
          )
          return (
            <>
              <TreesOf vaults={all.slice(0, count)} />
              {count < all.length ? (
                <div>
                  <Button onClick={() => setCount(count + vaultsAtOnce)}>
                    Read more vaults: {count} of {all.length.toLocaleString('en')} are read
                  </Button>
                </div>
              ) : null}
              {isCut ? <p>The first {mostVaults} vaults by address; more are not listed.</p> : null}
            </>
          )
        }}
      </Loaded>
    </Section>
  )
}

function TreesOf({ vaults }: { readonly vaults: readonly VaultAddress[] }) {
  const { data, unread, error, isReading, retry } = useVaultRoots(vaults)
  return (
    <>
      <Failure
        title={`${unread === 1 ? 'The trees of 1 vault' : `The trees of ${unread} vaults`} cannot be read`}
        error={error}
        retry={retry}
      />
      {isReading ? (
        <Loading what="the roots" lines={8} />
      ) : data.length === 0 && unread > 0 ? null : (
        <RootTable vaults={data} isOfAll />
      )}
    </>
  )
}

/** Reads the roots of vaults by strategist: those that could be read, and how many could not. */
function useVaultRoots(vaults: readonly VaultAddress[]) {
  const questions = vaults.map(vaultQueries)
  const details = useQueries({ queries: questions.map(({ detail }) => detail) })
  const roots = useQueries({ queries: questions.map((question) => question.roots) })
  const pending = useQueries({ queries: questions.map((question) => question.pending) })
  const failed = vaults.map((_, index) =>
    [details[index]!, roots[index]!, pending[index]!].find(({ isError }) => isError),
  )
  return {
    data: vaults.flatMap(({ chain, address }, index) => {
      const [detail, onChain, waiting] = [
        details[index]!.data,
        roots[index]!.data,
        pending[index]!.data,
      ]
      if (detail === undefined || onChain === undefined || waiting === undefined) return []
      const deployments = detail.deployments.filter((deployment) => deployment.chain === chain)
      const lines = rootLinesOf(onChain, waiting, deployments)
      return [{ chain, address, name: detail.name, lines }]
    }),
    unread: failed.filter(Boolean).length,
    error: failed.find(Boolean)?.error,
    isReading: [...details, ...roots, ...pending].some(({ isPending }) => isPending),
    retry: () => {
      for (const query of [...details, ...roots, ...pending])
        if (query.isError) void query.refetch()
    },
  }
}
