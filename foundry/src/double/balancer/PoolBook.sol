// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {BalancerPool} from "./BalancerPool.sol";
import {FlashLender} from "./FlashLender.sol";

/// @notice Two-token, equal-weight pools of a Balancer v2-like vault: swap, join, exit.
abstract contract PoolBook is FlashLender {
    using SafeERC20 for IERC20;

    struct SingleSwap {
        bytes32 poolId;
        uint8 kind;
        address assetIn;
        address assetOut;
        uint256 amount;
        bytes userData;
    }

    struct FundManagement {
        address sender;
        bool fromInternalBalance;
        address payable recipient;
        bool toInternalBalance;
    }

    struct JoinPoolRequest {
        address[] assets;
        uint256[] maxAmountsIn;
        bytes userData;
        bool fromInternalBalance;
    }

    struct ExitPoolRequest {
        address[] assets;
        uint256[] minAmountsOut;
        bytes userData;
        bool toInternalBalance;
    }

    mapping(bytes32 poolId => address[2]) private _tokens;
    mapping(bytes32 poolId => uint256[2]) private _balances;

    event PoolRegistered(bytes32 indexed poolId, address indexed poolAddress, uint8 specialization);
    event Swap(
        bytes32 indexed poolId,
        address indexed tokenIn,
        address indexed tokenOut,
        uint256 amountIn,
        uint256 amountOut
    );
    event PoolBalanceChanged(
        bytes32 indexed poolId,
        address indexed liquidityProvider,
        address[] tokens,
        int256[] deltas,
        uint256[] protocolFeeAmounts
    );

    /// @notice Opens `pool` for two tokens in ascending order.
    function registerPool(address pool, address token0, address token1) external returns (bytes32) {
        require(msg.sender == owner, "BAL#401");
        require(address(0) < token0 && token0 < token1, "BAL#101");
        bytes32 poolId = BalancerPool(pool).getPoolId();
        require(_tokens[poolId][0] == address(0), "BAL#500");
        _tokens[poolId] = [token0, token1];
        emit PoolRegistered(poolId, pool, 2);
        return poolId;
    }

    function swap(
        SingleSwap calldata single,
        FundManagement calldata funds,
        uint256 limit,
        uint256 deadline
    ) external payable nonReentrant returns (uint256) {
        require(block.timestamp <= deadline, "BAL#508");
        require(funds.sender == msg.sender, "BAL#503");
        require(!funds.fromInternalBalance && !funds.toInternalBalance, "BAL#516");
        uint256 into = _indexOf(single.poolId, single.assetIn);
        uint256 out = _indexOf(single.poolId, single.assetOut);
        require(into != out, "BAL#509");
        (uint256 amountIn, uint256 amountOut) = _price(single, into, out);
        bool isGivenIn = single.kind == 0;
        require(isGivenIn ? amountOut >= limit : amountIn <= limit, "BAL#507");

        uint256[2] storage balances = _balances[single.poolId];
        balances[into] += amountIn;
        balances[out] -= amountOut;
        IERC20(single.assetIn).safeTransferFrom(msg.sender, address(this), amountIn);
        IERC20(single.assetOut).safeTransfer(funds.recipient, amountOut);
        emit Swap(single.poolId, single.assetIn, single.assetOut, amountIn, amountOut);
        return isGivenIn ? amountOut : amountIn;
    }

    /// @notice Join kinds: 0 first deposit, 1 exact tokens in, 3 every token for exact shares.
    function joinPool(
        bytes32 poolId,
        address sender,
        address recipient,
        JoinPoolRequest calldata request
    ) external payable nonReentrant {
        require(sender == msg.sender, "BAL#503");
        require(!request.fromInternalBalance, "BAL#516");
        _checkAssets(poolId, request.assets, request.maxAmountsIn);
        (uint256 shares, uint256[2] memory amounts) = _joinTerms(poolId, request.userData);
        int256[] memory deltas = new int256[](2);
        for (uint256 i = 0; i < 2; i++) {
            require(amounts[i] <= request.maxAmountsIn[i], "BAL#506");
            deltas[i] = int256(amounts[i]);
            _balances[poolId][i] += amounts[i];
            if (amounts[i] == 0) continue;
            IERC20(_tokens[poolId][i]).safeTransferFrom(sender, address(this), amounts[i]);
        }
        _poolOf(poolId).mint(recipient, shares);
        emit PoolBalanceChanged(poolId, sender, request.assets, deltas, new uint256[](2));
    }

    /// @notice Exit kind 1: exact shares for their part of every token.
    function exitPool(
        bytes32 poolId,
        address sender,
        address payable recipient,
        ExitPoolRequest calldata request
    ) external nonReentrant {
        require(sender == msg.sender, "BAL#503");
        require(!request.toInternalBalance, "BAL#516");
        _checkAssets(poolId, request.assets, request.minAmountsOut);
        (uint256 kind, uint256 shares) = abi.decode(request.userData, (uint256, uint256));
        require(kind == 1, "BAL#336");
        uint256 supply = _poolOf(poolId).totalSupply();
        _poolOf(poolId).burn(sender, shares);
        int256[] memory deltas = new int256[](2);
        for (uint256 i = 0; i < 2; i++) {
            uint256 amount = Math.mulDiv(_balances[poolId][i], shares, supply);
            require(amount >= request.minAmountsOut[i], "BAL#505");
            deltas[i] = -int256(amount);
            _balances[poolId][i] -= amount;
            IERC20(_tokens[poolId][i]).safeTransfer(recipient, amount);
        }
        emit PoolBalanceChanged(poolId, sender, request.assets, deltas, new uint256[](2));
    }

    function getPool(bytes32 poolId) external view returns (address, uint8) {
        require(_tokens[poolId][0] != address(0), "BAL#500");
        return (address(_poolOf(poolId)), 2);
    }

    function getPoolTokens(bytes32 poolId)
        external
        view
        returns (address[] memory tokens, uint256[] memory balances, uint256 lastChangeBlock)
    {
        tokens = new address[](2);
        balances = new uint256[](2);
        for (uint256 i = 0; i < 2; i++) {
            tokens[i] = _tokens[poolId][i];
            balances[i] = _balances[poolId][i];
        }
        lastChangeBlock = block.number;
    }

    /// @dev Constant product, rounded for the pool, the fee taken on the way in.
    function _price(SingleSwap calldata single, uint256 into, uint256 out)
        private
        view
        returns (uint256 amountIn, uint256 amountOut)
    {
        uint256 kept = 1e18 - _poolOf(single.poolId).getSwapFeePercentage();
        uint256 balanceIn = _balances[single.poolId][into];
        uint256 balanceOut = _balances[single.poolId][out];
        if (single.kind == 0) {
            amountIn = single.amount;
            uint256 net = Math.mulDiv(amountIn, kept, 1e18);
            amountOut = Math.mulDiv(balanceOut, net, balanceIn + net);
        } else {
            amountOut = single.amount;
            require(amountOut < balanceOut, "BAL#305");
            uint256 net =
                Math.mulDiv(balanceIn, amountOut, balanceOut - amountOut, Math.Rounding.Ceil);
            amountIn = Math.mulDiv(net, 1e18, kept, Math.Rounding.Ceil);
        }
    }

    function _joinTerms(bytes32 poolId, bytes calldata userData)
        private
        view
        returns (uint256 shares, uint256[2] memory amounts)
    {
        uint256 kind = abi.decode(userData, (uint256));
        uint256[2] memory held = _balances[poolId];
        uint256 supply = _poolOf(poolId).totalSupply();
        if (kind == 3) {
            (, shares) = abi.decode(userData, (uint256, uint256));
            require(supply > 0, "BAL#311");
            for (uint256 i = 0; i < 2; i++) {
                amounts[i] = Math.mulDiv(held[i], shares, supply, Math.Rounding.Ceil);
            }
            return (shares, amounts);
        }
        require(kind <= 1, "BAL#310");
        require((kind == 0) == (supply == 0), kind == 0 ? "BAL#310" : "BAL#311");
        (, uint256[] memory given) = abi.decode(userData, (uint256, uint256[]));
        require(given.length == 2, "BAL#103");
        amounts = [given[0], given[1]];
        uint256 grown = Math.sqrt((held[0] + given[0]) * (held[1] + given[1]));
        if (kind == 0) return (grown, amounts);
        (,, uint256 minimum) = abi.decode(userData, (uint256, uint256[], uint256));
        uint256 invariant = Math.sqrt(held[0] * held[1], Math.Rounding.Ceil);
        shares = grown > invariant ? Math.mulDiv(supply, grown - invariant, invariant) : 0;
        require(shares >= minimum && shares > 0, "BAL#208");
    }

    function _checkAssets(bytes32 poolId, address[] calldata assets, uint256[] calldata bounds)
        private
        view
    {
        require(_tokens[poolId][0] != address(0), "BAL#500");
        require(assets.length == 2 && bounds.length == 2, "BAL#103");
        require(assets[0] == _tokens[poolId][0] && assets[1] == _tokens[poolId][1], "BAL#520");
    }

    function _indexOf(bytes32 poolId, address token) private view returns (uint256) {
        require(_tokens[poolId][0] != address(0), "BAL#500");
        if (token == _tokens[poolId][0]) return 0;
        require(token == _tokens[poolId][1], "BAL#521");
        return 1;
    }

    function _poolOf(bytes32 poolId) private pure returns (BalancerPool) {
        return BalancerPool(address(bytes20(poolId)));
    }
}
