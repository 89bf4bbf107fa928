// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {PoolPayer} from "./PoolPayer.sol";
import {IMintCallback, UniswapPool} from "./UniswapPool.sol";

/// @notice Positions as ERC-721 tokens over the pools of one factory.
contract NonfungiblePositionManager is ERC721, PoolPayer, IMintCallback {
    struct Position {
        uint96 nonce;
        address operator;
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint128 liquidity;
        uint256 feeGrowthInside0LastX128;
        uint256 feeGrowthInside1LastX128;
        uint128 tokensOwed0;
        uint128 tokensOwed1;
    }

    struct MintParams {
        address token0;
        address token1;
        uint24 fee;
        int24 tickLower;
        int24 tickUpper;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        address recipient;
        uint256 deadline;
    }

    struct IncreaseLiquidityParams {
        uint256 tokenId;
        uint256 amount0Desired;
        uint256 amount1Desired;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct DecreaseLiquidityParams {
        uint256 tokenId;
        uint128 liquidity;
        uint256 amount0Min;
        uint256 amount1Min;
        uint256 deadline;
    }

    struct CollectParams {
        uint256 tokenId;
        address recipient;
        uint128 amount0Max;
        uint128 amount1Max;
    }

    mapping(uint256 tokenId => Position) private _positions;
    uint256 private _nextId = 1;

    event IncreaseLiquidity(
        uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1
    );
    event DecreaseLiquidity(
        uint256 indexed tokenId, uint128 liquidity, uint256 amount0, uint256 amount1
    );
    event Collect(uint256 indexed tokenId, address recipient, uint256 amount0, uint256 amount1);

    modifier isAuthorizedForToken(uint256 tokenId) {
        require(_isAuthorized(_ownerOf(tokenId), msg.sender, tokenId), "Not approved");
        _;
    }

    constructor(address factory_, address weth9_)
        ERC721("Uniswap V3 Positions NFT-V1", "UNI-V3-POS")
        PoolPayer(factory_, weth9_)
    {}

    function positions(uint256 tokenId)
        external
        view
        returns (
            uint96 nonce,
            address operator,
            address token0,
            address token1,
            uint24 fee,
            int24 tickLower,
            int24 tickUpper,
            uint128 liquidity,
            uint256 feeGrowthInside0LastX128,
            uint256 feeGrowthInside1LastX128,
            uint128 tokensOwed0,
            uint128 tokensOwed1
        )
    {
        Position memory p = _positions[tokenId];
        require(p.token0 != address(0), "Invalid token ID");
        return (
            p.nonce,
            p.operator,
            p.token0,
            p.token1,
            p.fee,
            p.tickLower,
            p.tickUpper,
            p.liquidity,
            p.feeGrowthInside0LastX128,
            p.feeGrowthInside1LastX128,
            p.tokensOwed0,
            p.tokensOwed1
        );
    }

    function mint(MintParams calldata params)
        external
        payable
        checkDeadline(params.deadline)
        returns (uint256 tokenId, uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        tokenId = _nextId++;
        Position storage p = _positions[tokenId];
        p.token0 = params.token0;
        p.token1 = params.token1;
        p.fee = params.fee;
        p.tickLower = params.tickLower;
        p.tickUpper = params.tickUpper;
        _mint(params.recipient, tokenId);
        (liquidity, amount0, amount1) = _add(p, params.amount0Desired, params.amount1Desired);
        _checkMinimum(amount0, amount1, params.amount0Min, params.amount1Min);
        emit IncreaseLiquidity(tokenId, liquidity, amount0, amount1);
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        payable
        checkDeadline(params.deadline)
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        Position storage p = _positions[params.tokenId];
        require(p.token0 != address(0), "Invalid token ID");
        (liquidity, amount0, amount1) = _add(p, params.amount0Desired, params.amount1Desired);
        _checkMinimum(amount0, amount1, params.amount0Min, params.amount1Min);
        emit IncreaseLiquidity(params.tokenId, liquidity, amount0, amount1);
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        payable
        isAuthorizedForToken(params.tokenId)
        checkDeadline(params.deadline)
        returns (uint256 amount0, uint256 amount1)
    {
        Position storage p = _positions[params.tokenId];
        require(params.liquidity > 0 && p.liquidity >= params.liquidity);
        UniswapPool pool = _pool(p.token0, p.token1, p.fee);
        (amount0, amount1) = pool.burn(p.tickLower, p.tickUpper, params.liquidity);
        _checkMinimum(amount0, amount1, params.amount0Min, params.amount1Min);
        _settleFees(p, pool);
        p.liquidity -= params.liquidity;
        p.tokensOwed0 += uint128(amount0);
        p.tokensOwed1 += uint128(amount1);
        emit DecreaseLiquidity(params.tokenId, params.liquidity, amount0, amount1);
    }

    function collect(CollectParams calldata params)
        external
        payable
        isAuthorizedForToken(params.tokenId)
        returns (uint256 amount0, uint256 amount1)
    {
        require(params.amount0Max > 0 || params.amount1Max > 0);
        Position storage p = _positions[params.tokenId];
        UniswapPool pool = _pool(p.token0, p.token1, p.fee);
        if (p.liquidity > 0) pool.burn(p.tickLower, p.tickUpper, 0);
        _settleFees(p, pool);
        address recipient = params.recipient == address(0) ? address(this) : params.recipient;
        uint128 owed0 = uint128(Math.min(params.amount0Max, p.tokensOwed0));
        uint128 owed1 = uint128(Math.min(params.amount1Max, p.tokensOwed1));
        p.tokensOwed0 -= owed0;
        p.tokensOwed1 -= owed1;
        (amount0, amount1) = pool.collect(recipient, p.tickLower, p.tickUpper, owed0, owed1);
        emit Collect(params.tokenId, recipient, owed0, owed1);
    }

    function burn(uint256 tokenId) external payable isAuthorizedForToken(tokenId) {
        Position storage p = _positions[tokenId];
        require(p.liquidity == 0 && p.tokensOwed0 == 0 && p.tokensOwed1 == 0, "Not cleared");
        _burn(tokenId);
        delete _positions[tokenId];
    }

    /// @inheritdoc IMintCallback
    function uniswapV3MintCallback(uint256 amount0, uint256 amount1, bytes calldata data) external {
        (address token0, address token1, uint24 fee, address payer) =
            abi.decode(data, (address, address, uint24, address));
        require(msg.sender == address(_pool(token0, token1, fee)));
        _pay(token0, payer, msg.sender, amount0);
        _pay(token1, payer, msg.sender, amount1);
    }

    function _add(Position storage p, uint256 desired0, uint256 desired1)
        private
        returns (uint128 liquidity, uint256 amount0, uint256 amount1)
    {
        require(p.token0 < p.token1);
        UniswapPool pool = _pool(p.token0, p.token1, p.fee);
        uint256 price = pool.sqrtPriceX96();
        require(price != 0, "LOK");
        liquidity = uint128(
            Math.min(Math.mulDiv(desired0, price, 1 << 96), Math.mulDiv(desired1, 1 << 96, price))
        );
        (amount0, amount1) = pool.mint(
            address(this),
            p.tickLower,
            p.tickUpper,
            liquidity,
            abi.encode(p.token0, p.token1, p.fee, msg.sender)
        );
        _settleFees(p, pool);
        p.liquidity += liquidity;
    }

    /// @dev Books what the pool's fees since the last time are worth to this position.
    function _settleFees(Position storage p, UniswapPool pool) private {
        uint256 growth0 = pool.feeGrowthGlobal0X128();
        uint256 growth1 = pool.feeGrowthGlobal1X128();
        p.tokensOwed0 += uint128(
            Math.mulDiv(growth0 - p.feeGrowthInside0LastX128, p.liquidity, 1 << 128)
        );
        p.tokensOwed1 += uint128(
            Math.mulDiv(growth1 - p.feeGrowthInside1LastX128, p.liquidity, 1 << 128)
        );
        p.feeGrowthInside0LastX128 = growth0;
        p.feeGrowthInside1LastX128 = growth1;
    }

    function _checkMinimum(uint256 amount0, uint256 amount1, uint256 min0, uint256 min1)
        private
        pure
    {
        require(amount0 >= min0 && amount1 >= min1, "Price slippage check");
    }

    /// @dev The single approval of a token is what `positions` shows as its operator.
    function _approve(address to, uint256 tokenId, address auth, bool emitEvent) internal override {
        super._approve(to, tokenId, auth, emitEvent);
        _positions[tokenId].operator = to;
    }
}
