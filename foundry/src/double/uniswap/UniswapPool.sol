// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {FixedPointMathLib} from "solady/utils/FixedPointMathLib.sol";

/// @dev What a caller of `mint` pays in.
interface IMintCallback {
    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external;
}

/// @dev What a caller of `swap` pays in: the positive delta.
interface ISwapCallback {
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// @notice A Uniswap v3-like pool where every position spans the full range, whatever its ticks say.
contract UniswapPool {
    using SafeERC20 for IERC20;

    struct Position {
        uint128 liquidity;
        uint256 feeGrowthInside0LastX128;
        uint256 feeGrowthInside1LastX128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    uint256 private constant Q96 = 1 << 96;
    /// @dev ln(1.0001) in 1e18 units: one tick.
    int256 private constant TICK_WAD = 99_995_000_333_308;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint24 public immutable fee;
    int24 public immutable tickSpacing;

    uint160 public sqrtPriceX96;
    uint128 public liquidity;
    uint256 public feeGrowthGlobal0X128;
    uint256 public feeGrowthGlobal1X128;
    /// @notice Keyed by keccak256(owner ‖ tickLower ‖ tickUpper), packed.
    mapping(bytes32 key => Position) public positions;

    bool private _entered;

    event Initialize(uint160 sqrtPriceX96, int24 tick);
    event Mint(
        address sender,
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Burn(
        address indexed owner,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount,
        uint256 amount0,
        uint256 amount1
    );
    event Collect(
        address indexed owner,
        address recipient,
        int24 indexed tickLower,
        int24 indexed tickUpper,
        uint128 amount0,
        uint128 amount1
    );
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    modifier lock() {
        require(!_entered && sqrtPriceX96 != 0, "LOK");
        _entered = true;
        _;
        _entered = false;
    }

    constructor(
        address factory_,
        address token0_,
        address token1_,
        uint24 fee_,
        int24 tickSpacing_
    ) {
        factory = factory_;
        token0 = token0_;
        token1 = token1_;
        fee = fee_;
        tickSpacing = tickSpacing_;
    }

    /// @notice Sets the first price, once.
    function initialize(uint160 price) external {
        require(sqrtPriceX96 == 0, "AI");
        require(price > 4_295_128_739, "R");
        sqrtPriceX96 = price;
        emit Initialize(price, tickOf(price));
    }

    /// @notice No growth is outside of any tick: every position spans the full range.
    function ticks(int24)
        external
        pure
        returns (uint128, int128, uint256, uint256, int56, uint160, uint32, bool)
    {
        return (0, 0, 0, 0, 0, 0, 0, false);
    }

    function slot0()
        external
        view
        returns (uint160, int24, uint16, uint16, uint16, uint8, bool unlocked)
    {
        int24 tick = sqrtPriceX96 == 0 ? int24(0) : tickOf(sqrtPriceX96);
        return (sqrtPriceX96, tick, 0, 1, 1, 0, !_entered && sqrtPriceX96 != 0);
    }

    function mint(
        address recipient,
        int24 tickLower,
        int24 tickUpper,
        uint128 amount,
        bytes calldata data
    ) external lock returns (uint256 amount0, uint256 amount1) {
        require(amount > 0);
        require(tickLower < tickUpper, "TLU");
        _accrue(recipient, tickLower, tickUpper).liquidity += amount;
        liquidity += amount;
        (amount0, amount1) = _amounts(amount, Math.Rounding.Ceil);
        uint256 before0 = _balance(token0);
        uint256 before1 = _balance(token1);
        IMintCallback(msg.sender).uniswapV3MintCallback(amount0, amount1, data);
        require(_balance(token0) >= before0 + amount0, "M0");
        require(_balance(token1) >= before1 + amount1, "M1");
        emit Mint(msg.sender, recipient, tickLower, tickUpper, amount, amount0, amount1);
    }

    /// @notice Takes liquidity off the caller's position; 0 only settles its fees.
    function burn(int24 tickLower, int24 tickUpper, uint128 amount)
        external
        lock
        returns (uint256 amount0, uint256 amount1)
    {
        Position storage position = _accrue(msg.sender, tickLower, tickUpper);
        position.liquidity -= amount;
        liquidity -= amount;
        (amount0, amount1) = _amounts(amount, Math.Rounding.Floor);
        position.tokensOwed0 += uint128(amount0);
        position.tokensOwed1 += uint128(amount1);
        emit Burn(msg.sender, tickLower, tickUpper, amount, amount0, amount1);
    }

    function collect(
        address recipient,
        int24 tickLower,
        int24 tickUpper,
        uint128 amount0Requested,
        uint128 amount1Requested
    ) external lock returns (uint128 amount0, uint128 amount1) {
        Position storage position = positions[_key(msg.sender, tickLower, tickUpper)];
        amount0 = uint128(Math.min(amount0Requested, position.tokensOwed0));
        amount1 = uint128(Math.min(amount1Requested, position.tokensOwed1));
        position.tokensOwed0 -= amount0;
        position.tokensOwed1 -= amount1;
        if (amount0 > 0) IERC20(token0).safeTransfer(recipient, amount0);
        if (amount1 > 0) IERC20(token1).safeTransfer(recipient, amount1);
        emit Collect(msg.sender, recipient, tickLower, tickUpper, amount0, amount1);
    }

    /// @notice Exact input only: `amountSpecified` is positive. The price limit is not looked at.
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160,
        bytes calldata data
    ) external lock returns (int256 amount0, int256 amount1) {
        require(amountSpecified > 0, "AS");
        require(liquidity > 0, "L");
        uint256 amountOut = _trade(zeroForOne, uint256(amountSpecified));
        (address tokenIn, address tokenOut) = zeroForOne ? (token0, token1) : (token1, token0);
        (amount0, amount1) = zeroForOne
            ? (amountSpecified, -int256(amountOut))
            : (-int256(amountOut), amountSpecified);

        if (amountOut > 0) IERC20(tokenOut).safeTransfer(recipient, amountOut);
        uint256 before = _balance(tokenIn);
        ISwapCallback(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(_balance(tokenIn) >= before + uint256(amountSpecified), "IIA");
        emit Swap(
            msg.sender, recipient, amount0, amount1, sqrtPriceX96, liquidity, tickOf(sqrtPriceX96)
        );
    }

    /// @notice The greatest tick whose price is at or below `price`, to about one tick.
    function tickOf(uint160 price) public pure returns (int24) {
        int256 twice = 2 * FixedPointMathLib.lnWad(int256(Math.mulDiv(price, 1e18, Q96)));
        int256 tick = twice / TICK_WAD;
        return int24(twice < 0 && twice % TICK_WAD != 0 ? tick - 1 : tick);
    }

    /// @dev Moves the price along the curve, always rounding for the pool, and books the fee.
    function _trade(bool zeroForOne, uint256 amountIn) private returns (uint256 amountOut) {
        uint256 feeAmount = Math.mulDiv(amountIn, fee, 1e6, Math.Rounding.Ceil);
        uint256 price = sqrtPriceX96;
        uint256 next;
        uint256 growth = Math.mulDiv(feeAmount, 1 << 128, liquidity);
        if (zeroForOne) {
            uint256 depth = liquidity + Math.mulDiv(amountIn - feeAmount, price, Q96);
            next = Math.mulDiv(liquidity, price, depth, Math.Rounding.Ceil);
            amountOut = Math.mulDiv(liquidity, price - next, Q96);
            feeGrowthGlobal0X128 += growth;
        } else {
            next = price + Math.mulDiv(amountIn - feeAmount, Q96, liquidity);
            amountOut = Math.mulDiv(uint256(liquidity) << 96, next - price, next) / price;
            feeGrowthGlobal1X128 += growth;
        }
        require(next <= type(uint160).max && next > 4_295_128_739, "SPL");
        sqrtPriceX96 = uint160(next);
    }

    function _accrue(address owner, int24 tickLower, int24 tickUpper)
        private
        returns (Position storage position)
    {
        position = positions[_key(owner, tickLower, tickUpper)];
        position.tokensOwed0 += uint128(
            Math.mulDiv(
                feeGrowthGlobal0X128 - position.feeGrowthInside0LastX128,
                position.liquidity,
                1 << 128
            )
        );
        position.tokensOwed1 += uint128(
            Math.mulDiv(
                feeGrowthGlobal1X128 - position.feeGrowthInside1LastX128,
                position.liquidity,
                1 << 128
            )
        );
        position.feeGrowthInside0LastX128 = feeGrowthGlobal0X128;
        position.feeGrowthInside1LastX128 = feeGrowthGlobal1X128;
    }

    function _amounts(uint128 amount, Math.Rounding rounding)
        private
        view
        returns (uint256 amount0, uint256 amount1)
    {
        amount0 = Math.mulDiv(amount, Q96, sqrtPriceX96, rounding);
        amount1 = Math.mulDiv(amount, sqrtPriceX96, Q96, rounding);
    }

    function _balance(address token) private view returns (uint256) {
        return IERC20(token).balanceOf(address(this));
    }

    function _key(address owner, int24 tickLower, int24 tickUpper) private pure returns (bytes32) {
        return keccak256(abi.encodePacked(owner, tickLower, tickUpper));
    }
}
