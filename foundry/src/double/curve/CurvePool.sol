// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice A Curve NG-like stable pool, its own LP token; coins trade at their rates, less the fee.
/// @dev A rate is 1e18-scaled value of one base unit times 1e18: 10^(36 - decimals) for a plain coin.
contract CurvePool is ERC20 {
    using SafeERC20 for IERC20;

    uint256 private constant FEE_DENOMINATOR = 1e10;

    uint256 public immutable N_COINS;
    uint256 public immutable fee;
    address[] public coins;
    uint256[] public balances;
    uint256[] private _rates;

    event TokenExchange(
        address indexed buyer,
        int128 sold_id,
        uint256 tokens_sold,
        int128 bought_id,
        uint256 tokens_bought
    );
    event AddLiquidity(
        address indexed provider,
        uint256[] token_amounts,
        uint256[] fees,
        uint256 invariant,
        uint256 token_supply
    );
    event RemoveLiquidity(
        address indexed provider, uint256[] token_amounts, uint256[] fees, uint256 token_supply
    );

    constructor(
        string memory name_,
        string memory symbol_,
        address[] memory coins_,
        uint256[] memory rates,
        uint256 fee_
    ) ERC20(name_, symbol_) {
        require(coins_.length >= 2 && coins_.length == rates.length, "coins");
        require(fee_ <= FEE_DENOMINATOR / 2, "fee");
        N_COINS = coins_.length;
        fee = fee_;
        coins = coins_;
        _rates = rates;
        balances = new uint256[](coins_.length);
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 min_dy) external returns (uint256) {
        uint256 received = _pull(_index(i), dx);
        uint256 dy = get_dy(i, j, received);
        require(dy >= min_dy, "Exchange resulted in fewer coins than expected");
        balances[_index(i)] += received;
        balances[_index(j)] -= dy;
        IERC20(coins[_index(j)]).safeTransfer(msg.sender, dy);
        emit TokenExchange(msg.sender, i, received, j, dy);
        return dy;
    }

    function add_liquidity(uint256[] calldata amounts, uint256 min_mint_amount)
        external
        returns (uint256 minted)
    {
        require(amounts.length == N_COINS, "amounts");
        uint256 invariant = get_D();
        uint256[] memory received = new uint256[](N_COINS);
        for (uint256 i = 0; i < N_COINS; i++) {
            if (amounts[i] == 0) continue;
            received[i] = _pull(i, amounts[i]);
            balances[i] += received[i];
        }
        uint256 grown = get_D();
        minted = totalSupply() == 0 ? grown : (grown - invariant) * totalSupply() / invariant;
        require(minted > 0 && minted >= min_mint_amount, "Slippage screwed you");
        _mint(msg.sender, minted);
        emit AddLiquidity(msg.sender, received, new uint256[](N_COINS), grown, totalSupply());
    }

    function remove_liquidity(uint256 burn_amount, uint256[] calldata min_amounts)
        external
        returns (uint256[] memory amounts)
    {
        require(burn_amount > 0 && min_amounts.length == N_COINS, "amounts");
        amounts = new uint256[](N_COINS);
        for (uint256 i = 0; i < N_COINS; i++) {
            amounts[i] = balances[i] * burn_amount / totalSupply();
            require(
                amounts[i] >= min_amounts[i], "Withdrawal resulted in fewer coins than expected"
            );
            balances[i] -= amounts[i];
            IERC20(coins[i]).safeTransfer(msg.sender, amounts[i]);
        }
        _burn(msg.sender, burn_amount);
        emit RemoveLiquidity(msg.sender, amounts, new uint256[](N_COINS), totalSupply());
    }

    function get_dy(int128 i, int128 j, uint256 dx) public view returns (uint256) {
        require(i != j, "coins");
        uint256 gross = dx * _rates[_index(i)] / _rates[_index(j)];
        return gross - gross * fee / FEE_DENOMINATOR;
    }

    /// @notice What all coins are worth, in 1e18 units.
    function get_D() public view returns (uint256 invariant) {
        for (uint256 i = 0; i < N_COINS; i++) {
            invariant += balances[i] * _rates[i] / 1e18;
        }
    }

    function get_virtual_price() external view returns (uint256) {
        return totalSupply() == 0 ? 1e18 : get_D() * 1e18 / totalSupply();
    }

    function get_balances() external view returns (uint256[] memory) {
        return balances;
    }

    function stored_rates() external view returns (uint256[] memory) {
        return _rates;
    }

    /// @dev What really arrived: a token may take a fee on the way.
    function _pull(uint256 i, uint256 amount) private returns (uint256) {
        IERC20 coin = IERC20(coins[i]);
        uint256 before = coin.balanceOf(address(this));
        coin.safeTransferFrom(msg.sender, address(this), amount);
        return coin.balanceOf(address(this)) - before;
    }

    function _index(int128 i) private view returns (uint256) {
        require(i >= 0 && uint128(i) < N_COINS, "coins");
        return uint256(uint128(i));
    }
}
