import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Address } from '@vaultwright/base'
import type { SafeAccountData, SafeProposalData, SafeProposalRequest } from '@vaultwright/wire'
import { weightWords } from '../../part/band/answer-word.ts'
import { BoundLines } from '../../part/band/bound-lines.tsx'
import { Sentence, shortAccount } from '../../part/band/sentence.tsx'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import parts from '../../part/part.module.css'
import { Failure, Loading } from '../../part/state.tsx'
import { Term } from '../../part/text/term.tsx'
import { Verdict } from '../../part/verdict.tsx'
import type { Permitted } from '../../part/wallet/sign-entry.ts'
import type { AnnouncedWallet } from '../../part/wallet/wallet.ts'
import { WalletAct } from '../../part/wallet/wallet-act.tsx'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import facts from '../../style/fact.module.css'
import { assertProposed } from './proposed-hash.ts'
import type { SignerLink } from './signer-link.ts'

type SheetProps = { readonly signerLink: SignerLink; readonly account: SafeAccountData }

/**
 * Puts a batch into the queue of the Safe: a rehearsal says at which nonce and with which bounds, then the server's key
 * signs, and where it has none a wallet of the browser.
 */
export function ProposeSheet({ signerLink, account }: SheetProps) {
  const { handOver, batch, maker } = signerLink
  const { place } = handOver
  const queries = useQueryClient()
  const isWriter = useSession()?.user.role !== 'viewer'
  const inputAt = (nonce: string) => {
    return { safe: account.safe_address, version: account.version, nonce }
  }
  const propose = async (terms: ProposalTerms) => {
    const { data } = await sessionClient().proposeSafeTransaction({
      chain: place.chain,
      safe: account.safe_address,
      vault_address: place.vault,
      batch: JSON.parse(batch),
      // Every condition stands on the sheet before the button is pressed.
      allow_conditional: true,
      ...terms,
    })
    assertProposed(data, maker.safeHashesFor(handOver, inputAt(data.nonce)).transaction)
    return data
  }
  const rehearsal = useQuery({
    queryKey: ['rehearsed-proposal', account.safe_address, handOver.calldata],
    queryFn: () => propose({ dry_run: true }),
    enabled: isWriter,
    staleTime: 0,
    retry: false,
  })
  const proposal = useMutation({
    mutationFn: propose,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['safe-queue'] }),
  })
  const proposeByWallet = async (wallet: AnnouncedWallet) => {
    const { safe_tx_hash, nonce } = rehearsal.data!
    const { signByWallet } = await import('../../part/wallet/sign-entry.ts')
    const permitted = await proposersOf({ chain: place.chain, account })
    const task = { ...maker.safeTransactionFor(handOver, inputAt(nonce)), permitted, signers: [] }
    const { signature } = await signByWallet(wallet, task)
    try {
      await proposal.mutateAsync({ signed: { safe_tx_hash, signature } })
    } catch (error) {
      // The nonce may be taken by now: the next try has to begin with the one that is free.
      await rehearsal.refetch()
      throw error
    }
  }
  if (!isWriter) return <p>Your role reads. A strategist proposes.</p>
  if (proposal.data !== undefined)
    return <Proposed data={proposal.data} {...{ account, handOver }} />
  return (
    <div className={facts.list}>
      <p>
        <strong>
          <Sentence text={handOver.description} />
        </strong>
      </p>
      <Failure
        title="It cannot be proposed"
        error={rehearsal.error}
        retry={() => void rehearsal.refetch()}
      />
      {rehearsal.data === undefined ? (
        rehearsal.error === null ? (
          <Loading what="the nonce and the bounds" lines={5} />
        ) : null
      ) : (
        <Rehearsed data={rehearsal.data} account={account} vault={place.vault} />
      )}
      {rehearsal.data?.delegate === null ? (
        <WalletAct action="Propose with wallet" isReady work={proposeByWallet} />
      ) : (
        <>
          <Failure title="It was not proposed" error={proposal.error} />
          <div className={parts.actions}>
            <Button
              look="primary"
              disabled={rehearsal.data === undefined || proposal.isPending}
              onClick={() => proposal.mutate({})}
            >
              Propose
            </Button>
          </div>
          <p role="status">{proposal.isPending ? 'It is being proposed.' : ''}</p>
        </>
      )}
    </div>
  )
}

type ProposalTerms = Pick<SafeProposalRequest, 'dry_run' | 'signed'>

/** Lists who may propose: the owners, and the delegates of the Safe as its services name them. */
async function proposersOf({
  chain,
  account,
}: {
  readonly chain: string
  readonly account: SafeAccountData
}): Promise<Permitted> {
  const { data } = await sessionClient().listSafeDelegates({ chain, safe: account.safe_address })
  const accounts = [...account.owners, ...data.map(({ delegate }) => delegate)] as Address[]
  return { accounts, name: 'an owner or a delegate of the Safe' }
}

type RehearsedProps = {
  readonly data: SafeProposalData
  readonly account: SafeAccountData
  readonly vault: string
}

/** The nonce, the Safe, the bounds, and what has to be so. */
function Rehearsed(props: RehearsedProps) {
  const { data, account } = props
  return (
    <>
      <dl className={`sheet ${facts.facts}`}>
        <Term name="Safe">
          <Hash value={account.safe_address} />
        </Term>
        <Term name="Nonce">{data.nonce}, the first that is free</Term>
        <Term name="Owners who sign">
          {account.threshold} of {account.owners.length};{' '}
          {data.delegate === null
            ? 'the signature of an owner who proposes counts for one, that of a delegate for none'
            : 'the key of the service counts for none'}
        </Term>
        <Term name="safeTxHash">
          <Hash value={data.safe_tx_hash} />, computed here, too
        </Term>
      </dl>
      {data.reasons
        .filter(({ weight }) => weight === 'condition')
        .map(({ code, message }) => (
          <Verdict
            key={code + message}
            tone="look"
            title={`${weightWords.condition} ${message.replace(/0x[0-9a-fA-F]{40,}/g, shortAccount)}`}
          />
        ))}
      <Bounds {...props} />
    </>
  )
}

function Bounds(props: RehearsedProps) {
  const { data, account, vault } = props
  const { statement, statement_missing: missing } = data
  if (statement === null)
    return (
      <p>
        Nothing is stated of what it does
        {missing === null ? '.' : `: ${missing}`} Its execution is compared with nothing.
      </p>
    )
  return (
    <BoundLines
      statement={statement}
      place={{ chainId: account.chain_id, vault: vault as Address }}
    />
  )
}

function Proposed(props: {
  readonly data: SafeProposalData
  readonly account: SafeAccountData
  readonly handOver: SignerLink['handOver']
}) {
  const { data, account, handOver } = props
  const { chain, vault: address } = handOver.place
  const isListed = data.outcome === 'proposed' || data.outcome === 'already_proposed'
  const params = { chain, address, safe: account.safe_address, hash: data.safe_tx_hash }
  return (
    <div className={facts.list}>
      <Verdict tone={isListed ? 'good' : 'look'} title={data.message}>
        <p>
          <Link to="/vaults/$chain/$address/queue/$safe/$hash" params={params}>
            To the transaction in the queue
          </Link>
          {data.link === null ? null : (
            <>
              {', '}
              <a href={data.link} target="_blank" rel="noreferrer">
                or in Safe&#123;Wallet&#125;
              </a>
            </>
          )}
        </p>
      </Verdict>
    </div>
  )
}
