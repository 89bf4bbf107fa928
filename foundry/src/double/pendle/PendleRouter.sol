// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {TokenInput, TokenOutput} from "./Params.sol";
import {PendleMarket} from "./PendleMarket.sol";
import {PendleSwaps} from "./PendleSwaps.sol";
import {StandardizedYield} from "./StandardizedYield.sol";
import {YieldToken} from "./YieldToken.sol";

/// @notice The Pendle-like router: splitting, joining, liquidity, claims; its swaps are inherited.
contract PendleRouter is PendleSwaps {
    using SafeERC20 for IERC20;

    event MintSyFromToken(
        address indexed caller,
        address indexed tokenIn,
        address indexed SY,
        address receiver,
        uint256 netTokenIn,
        uint256 netSyOut
    );
    event RedeemSyToToken(
        address indexed caller,
        address indexed tokenOut,
        address indexed SY,
        address receiver,
        uint256 netSyIn,
        uint256 netTokenOut
    );
    event MintPyFromSy(
        address indexed caller,
        address indexed receiver,
        address indexed YT,
        uint256 netSyIn,
        uint256 netPyOut
    );
    event RedeemPyToSy(
        address indexed caller,
        address indexed receiver,
        address indexed YT,
        uint256 netPyIn,
        uint256 netSyOut
    );
    event AddLiquidityDualSyAndPt(
        address indexed caller,
        address indexed market,
        address indexed receiver,
        uint256 netSyUsed,
        uint256 netPtUsed,
        uint256 netLpOut
    );
    event RemoveLiquidityDualSyAndPt(
        address indexed caller,
        address indexed market,
        address indexed receiver,
        uint256 netLpToRemove,
        uint256 netPtOut,
        uint256 netSyOut
    );

    function mintSyFromToken(
        address receiver,
        address sy,
        uint256 minSyOut,
        TokenInput calldata input
    ) external payable returns (uint256 netSyOut) {
        require(msg.value == 0, "native not supported");
        require(
            input.swapData.swapType == 0 && input.tokenIn == input.tokenMintSy,
            "aggregator not supported"
        );
        IERC20(input.tokenIn).safeTransferFrom(msg.sender, address(this), input.netTokenIn);
        IERC20(input.tokenIn).forceApprove(sy, input.netTokenIn);
        netSyOut =
            StandardizedYield(sy).deposit(receiver, input.tokenIn, input.netTokenIn, minSyOut);
        emit MintSyFromToken(msg.sender, input.tokenIn, sy, receiver, input.netTokenIn, netSyOut);
    }

    function redeemSyToToken(
        address receiver,
        address sy,
        uint256 netSyIn,
        TokenOutput calldata output
    ) external returns (uint256 netTokenOut) {
        require(
            output.swapData.swapType == 0 && output.tokenOut == output.tokenRedeemSy,
            "aggregator not supported"
        );
        IERC20(sy).safeTransferFrom(msg.sender, sy, netSyIn);
        netTokenOut = StandardizedYield(sy)
            .redeem(receiver, netSyIn, output.tokenOut, output.minTokenOut, true);
        emit RedeemSyToToken(msg.sender, output.tokenOut, sy, receiver, netSyIn, netTokenOut);
    }

    function mintPyFromSy(address receiver, address yt, uint256 netSyIn, uint256 minPyOut)
        external
        returns (uint256 netPyOut)
    {
        IERC20(YieldToken(yt).SY()).safeTransferFrom(msg.sender, yt, netSyIn);
        netPyOut = YieldToken(yt).mintPY(receiver, receiver);
        require(netPyOut >= minPyOut, "Slippage: INSUFFICIENT_PY_OUT");
        emit MintPyFromSy(msg.sender, receiver, yt, netSyIn, netPyOut);
    }

    function redeemPyToSy(address receiver, address yt, uint256 netPyIn, uint256 minSyOut)
        external
        returns (uint256 netSyOut)
    {
        IERC20(YieldToken(yt).PT()).safeTransferFrom(msg.sender, yt, netPyIn);
        if (!YieldToken(yt).isExpired()) {
            IERC20(yt).safeTransferFrom(msg.sender, yt, netPyIn);
        }
        netSyOut = YieldToken(yt).redeemPY(receiver);
        require(netSyOut >= minSyOut, "Slippage: INSUFFICIENT_SY_OUT");
        emit RedeemPyToSy(msg.sender, receiver, yt, netPyIn, netSyOut);
    }

    function addLiquidityDualSyAndPt(
        address receiver,
        address market,
        uint256 netSyDesired,
        uint256 netPtDesired,
        uint256 minLpOut
    ) external returns (uint256 netLpOut, uint256 netSyUsed, uint256 netPtUsed) {
        (netLpOut, netSyUsed, netPtUsed) =
            PendleMarket(market).quoteLiquidity(netSyDesired, netPtDesired);
        IERC20(PendleMarket(market).SY()).safeTransferFrom(msg.sender, market, netSyUsed);
        IERC20(PendleMarket(market).PT()).safeTransferFrom(msg.sender, market, netPtUsed);
        PendleMarket(market).mint(receiver, netSyDesired, netPtDesired);
        require(netLpOut >= minLpOut, "Slippage: INSUFFICIENT_LP_OUT");
        emit AddLiquidityDualSyAndPt(msg.sender, market, receiver, netSyUsed, netPtUsed, netLpOut);
    }

    function removeLiquidityDualSyAndPt(
        address receiver,
        address market,
        uint256 netLpToRemove,
        uint256 minSyOut,
        uint256 minPtOut
    ) external returns (uint256 netSyOut, uint256 netPtOut) {
        IERC20(market).safeTransferFrom(msg.sender, market, netLpToRemove);
        (netSyOut, netPtOut) = PendleMarket(market).burn(receiver, receiver, netLpToRemove);
        require(netSyOut >= minSyOut, "Slippage: INSUFFICIENT_SY_OUT");
        require(netPtOut >= minPtOut, "Slippage: INSUFFICIENT_PT_OUT");
        emit RemoveLiquidityDualSyAndPt(
            msg.sender, market, receiver, netLpToRemove, netPtOut, netSyOut
        );
    }

    /// @notice Pays `user` the yield of the YTs; SYs and markets here have nothing more to give.
    function redeemDueInterestAndRewards(
        address user,
        address[] calldata,
        address[] calldata yts,
        address[] calldata markets
    ) external {
        for (uint256 i = 0; i < yts.length; i++) {
            YieldToken(yts[i]).redeemDueInterestAndRewards(user, true, true);
        }
        for (uint256 i = 0; i < markets.length; i++) {
            PendleMarket(markets[i]).redeemRewards(user);
        }
    }
}
