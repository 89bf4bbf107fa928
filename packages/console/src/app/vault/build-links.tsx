import { Link } from '@tanstack/react-router'
import part from '../part/part.module.css'

/** The ways from a vault into the action builder and to swaps: two for each strategist. */
export function BuildLinks(props: {
  readonly chain: string
  readonly address: string
  readonly strategists: readonly { readonly name: string; readonly address: string }[]
}) {
  const { chain, address, strategists } = props
  return strategists.map((strategist) => {
    const params = { chain, address, strategist: strategist.address }
    const look = {
      className: `${part.button} ${part.buttonLink}`,
      title: strategist.address,
    }
    return (
      <span key={strategist.address} className={part.pairOfLinks}>
        <Link {...look} to="/vaults/$chain/$address/act/$strategist" params={params}>
          Build as {strategist.name}
        </Link>
        <Link {...look} to="/vaults/$chain/$address/swap/$strategist" params={params}>
          Swap<span className="hidden"> as {strategist.name}</span>
        </Link>
      </span>
    )
  })
}
