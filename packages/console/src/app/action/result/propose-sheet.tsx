import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SafeAccountData, SafeProposalData } from '@vaultwright/wire'
import { weightWords } from '../../part/band/answer-word.ts'
import { Sentence, shortAccount } from '../../part/band/sentence.tsx'
import { Button } from '../../part/button.tsx'
import { Hash } from '../../part/hash.tsx'
import { Failure, Loading } from '../../part/state.tsx'
import { Verdict } from '../../part/verdict.tsx'
import { useSession } from '../../session/session.ts'
import { sessionClient } from '../../session/session-client.ts'
import { assertProposed } from './proposed-hash.ts'
import styles from './result.module.css'
import type { SignerLink } from './signer-link.ts'

type SheetProps = { readonly signerLink: SignerLink; readonly account: SafeAccountData }

/** Puts a batch into the queue of the Safe: a rehearsal says at which nonce and with which bounds, then the server's key signs. */
export function ProposeSheet({ signerLink, account }: SheetProps) {
  const { handOver, batch, maker } = signerLink
  const { place } = handOver
  const queries = useQueryClient()
  const isWriter = useSession()?.user.role !== 'viewer'
  const propose = async (isRehearsal: boolean) => {
    const { data } = await sessionClient().proposeSafeTransaction({
      chain: place.chain,
      safe: account.safe_address,
      vault_address: place.vault,
      batch: JSON.parse(batch),
      // Every condition stands on the sheet before the button is pressed.
      allow_conditional: true,
      dry_run: isRehearsal,
    })
    const hash = maker.safeHashesFor(handOver, {
      safe: account.safe_address,
      version: account.version,
      nonce: data.nonce,
    }).transaction
    assertProposed(data, hash)
    return data
  }
  const rehearsal = useQuery({
    queryKey: ['rehearsed-proposal', account.safe_address, handOver.calldata],
    queryFn: () => propose(true),
    enabled: isWriter,
    staleTime: 0,
    retry: false,
  })
  const proposal = useMutation({
    mutationFn: () => propose(false),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['safe-queue'] }),
  })
  if (!isWriter) return <p>Your role reads. A strategist proposes.</p>
  if (proposal.data !== undefined)
    return <Proposed data={proposal.data} {...{ account, handOver }} />
  return (
    <div className={styles.handOver}>
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
        <Rehearsed data={rehearsal.data} account={account} />
      )}
      <Failure title="It was not proposed" error={proposal.error} />
      <div className={styles.buttons}>
        <Button
          look="primary"
          disabled={rehearsal.data === undefined || proposal.isPending}
          onClick={() => proposal.mutate()}
        >
          Propose
        </Button>
      </div>
      <p role="status">{proposal.isPending ? 'It is being proposed.' : ''}</p>
    </div>
  )
}

/** The nonce, the Safe, the bounds, and what has to be so. */
function Rehearsed(props: { readonly data: SafeProposalData; readonly account: SafeAccountData }) {
  const { data, account } = props
  return (
    <>
      <dl className={styles.facts}>
        <dt>Safe</dt>
        <dd>
          <Hash value={account.safe_address} />
        </dd>
        <dt>Nonce</dt>
        <dd>{data.nonce}, the first that is free</dd>
        <dt>Owners who sign</dt>
        <dd>
          {account.threshold} of {account.owners.length}; the key of the service counts for none
        </dd>
        <dt>safeTxHash</dt>
        <dd>
          <Hash value={data.safe_tx_hash} />, computed here, too
        </dd>
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
      <Bounds data={data} />
    </>
  )
}

function Bounds({ data }: { readonly data: SafeProposalData }) {
  const { statement, statement_missing: missing } = data
  if (statement === null)
    return (
      <p>
        Nothing is stated of what it does
        {missing === null ? '.' : `: ${missing}`} Its execution is compared with nothing.
      </p>
    )
  return (
    <>
      <p>
        Bounds by a simulation at block {statement.block_number.toLocaleString('en')}, with which
        its execution is compared:
      </p>
      <ul aria-label="Bounds">
        {statement.moves.map((move) => (
          <li key={move.token_address + move.holder_address}>
            {shortAccount(move.token_address)} for {shortAccount(move.holder_address)}:{' '}
            {move.raw_at_most === null
              ? `at least ${move.raw_at_least}`
              : move.raw_at_most === move.raw_at_least
                ? move.raw_at_least
                : `${move.raw_at_least} to ${move.raw_at_most}`}
          </li>
        ))}
      </ul>
      <p>
        Amounts are changes of balances in base units.{' '}
        {statement.approvals.length === 0 ? 'No approval stays.' : 'Approvals that stay:'}
      </p>
      <ul aria-label="Approvals that stay" hidden={statement.approvals.length === 0}>
        {statement.approvals.map((approval) => (
          <li key={Object.values(approval).join()}>
            {shortAccount(approval.spender_address)} may take {approval.raw_at_most} of{' '}
            {shortAccount(approval.token_address)} from {shortAccount(approval.owner_address)}
          </li>
        ))}
      </ul>
    </>
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
    <div className={styles.handOver}>
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
