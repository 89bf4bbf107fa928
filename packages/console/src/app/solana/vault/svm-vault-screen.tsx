import { Link, useParams } from '@tanstack/react-router'
import { Hash } from '../../part/hash.tsx'
import { Page } from '../../part/page.tsx'
import parts from '../../part/part.module.css'
import { Failure } from '../../part/state.tsx'
import { Badge } from '../../part/verdict.tsx'
import styles from '../../style/svm.module.css'
import { DaySection } from './day-section.tsx'
import { PermissionSummary } from './permission-summary.tsx'
import { StateSection } from './state-section.tsx'
import { SvmFigures } from './svm-figures.tsx'
import { SvmHoldingSection } from './svm-holding-section.tsx'
import { useSvmVault } from './svm-vault-data.ts'

/** One vault on Solana. */
export function SvmVaultScreen() {
  const { address } = useParams({ from: '/session/vaults/solana/$address' })
  const { detail, reading, days, week } = useSvmVault(address)
  if (detail.isError)
    return (
      <Page title="Vault">
        <Failure
          title="The vault cannot be read"
          error={detail.error}
          retry={() => void detail.refetch()}
        />
      </Page>
    )
  const vault = detail.data
  const state = reading.data?.facts.state
  return (
    <Page
      title={vault?.name ?? 'Vault'}
      lead={
        <span className={styles.line}>
          <Badge>solana</Badge>
          {state === undefined ? null : (
            <Badge tone={state.paused ? 'bad' : 'good'}>
              {state.paused ? 'paused on chain' : 'not paused on chain'}
            </Badge>
          )}
          {vault === undefined || vault.status === 'active' ? null : (
            <Badge tone="look">{vault.status}</Badge>
          )}
          <Hash value={address} />
        </span>
      }
      actions={
        <>
          {state === undefined ? null : (
            <Link
              className={`${parts.button} ${parts.buttonLink}`}
              to="/vaults/solana/$address/act/$strategist"
              params={{ address, strategist: state.strategist }}
            >
              Build as the strategist
            </Link>
          )}
          <Link
            className={`${parts.button} ${parts.buttonLink}`}
            to="/permissions/solana/$address"
            params={{ address }}
          >
            Permissions
          </Link>
        </>
      }
    >
      <SvmFigures reading={reading} week={week} days={days} />
      <SvmHoldingSection days={days} reading={reading} />
      <StateSection reading={reading} />
      <PermissionSummary address={address} reading={reading} />
      <DaySection days={days} reading={reading} />
    </Page>
  )
}
