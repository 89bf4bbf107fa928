// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ApproxParams, LimitOrderData} from "./Params.sol";
import {IMarketSwapCallback, PendleMarket} from "./PendleMarket.sol";
import {YieldToken} from "./YieldToken.sol";

/// @notice PT and YT trades. The guesses of `ApproxParams` are not needed: the price is known.
/// @dev YT trades borrow PT or SY from the market and pay it back with what splitting or joining gave.
abstract contract PendleSwaps is IMarketSwapCallback {
    using SafeERC20 for IERC20;

    address private _market;

    event SwapPtAndSy(
        address indexed caller,
        address indexed market,
        address indexed receiver,
        int256 netPtToAccount,
        int256 netSyToAccount
    );
    event SwapYtAndSy(
        address indexed caller,
        address indexed market,
        address indexed receiver,
        int256 netYtToAccount,
        int256 netSyToAccount
    );
    event SwapPtAndYt(
        address indexed caller,
        address indexed market,
        address indexed receiver,
        int256 netPtToAccount,
        int256 netYtToAccount
    );

    function swapExactSyForPt(
        address receiver,
        address market,
        uint256 exactSyIn,
        uint256 minPtOut,
        ApproxParams calldata,
        LimitOrderData calldata limit
    ) external returns (uint256 netPtOut, uint256) {
        _refuseOrders(limit);
        IERC20(PendleMarket(market).SY()).safeTransferFrom(msg.sender, market, exactSyIn);
        netPtOut = _ptFor(market, exactSyIn);
        require(netPtOut >= minPtOut, "Slippage: INSUFFICIENT_PT_OUT");
        PendleMarket(market).swapSyForExactPt(receiver, netPtOut, "");
        emit SwapPtAndSy(msg.sender, market, receiver, int256(netPtOut), -int256(exactSyIn));
        return (netPtOut, 0);
    }

    function swapExactPtForSy(
        address receiver,
        address market,
        uint256 exactPtIn,
        uint256 minSyOut,
        LimitOrderData calldata limit
    ) external returns (uint256 netSyOut, uint256) {
        _refuseOrders(limit);
        IERC20(PendleMarket(market).PT()).safeTransferFrom(msg.sender, market, exactPtIn);
        (netSyOut,) = PendleMarket(market).swapExactPtForSy(receiver, exactPtIn, "");
        require(netSyOut >= minSyOut, "Slippage: INSUFFICIENT_SY_OUT");
        emit SwapPtAndSy(msg.sender, market, receiver, -int256(exactPtIn), int256(netSyOut));
        return (netSyOut, 0);
    }

    function swapExactSyForYt(
        address receiver,
        address market,
        uint256 exactSyIn,
        uint256 minYtOut,
        ApproxParams calldata,
        LimitOrderData calldata limit
    ) external returns (uint256 netYtOut, uint256) {
        _refuseOrders(limit);
        address yt = PendleMarket(market).YT();
        IERC20(PendleMarket(market).SY()).safeTransferFrom(msg.sender, yt, exactSyIn);
        netYtOut = _buyYt(receiver, market, exactSyIn);
        require(netYtOut >= minYtOut, "Slippage: INSUFFICIENT_YT_OUT");
        emit SwapYtAndSy(msg.sender, market, receiver, int256(netYtOut), -int256(exactSyIn));
        return (netYtOut, 0);
    }

    function swapExactYtForSy(
        address receiver,
        address market,
        uint256 exactYtIn,
        uint256 minSyOut,
        LimitOrderData calldata limit
    ) external returns (uint256 netSyOut, uint256) {
        _refuseOrders(limit);
        netSyOut = _sellYt(receiver, market, exactYtIn);
        require(netSyOut >= minSyOut, "Slippage: INSUFFICIENT_SY_OUT");
        emit SwapYtAndSy(msg.sender, market, receiver, -int256(exactYtIn), int256(netSyOut));
        return (netSyOut, 0);
    }

    function swapExactYtForPt(
        address receiver,
        address market,
        uint256 exactYtIn,
        uint256 minPtOut,
        ApproxParams calldata
    ) external returns (uint256 netPtOut, uint256) {
        uint256 sy = _sellYt(market, market, exactYtIn);
        netPtOut = _ptFor(market, sy);
        require(netPtOut >= minPtOut, "Slippage: INSUFFICIENT_PT_OUT");
        PendleMarket(market).swapSyForExactPt(receiver, netPtOut, "");
        emit SwapPtAndYt(msg.sender, market, receiver, int256(netPtOut), -int256(exactYtIn));
        return (netPtOut, 0);
    }

    function swapExactPtForYt(
        address receiver,
        address market,
        uint256 exactPtIn,
        uint256 minYtOut,
        ApproxParams calldata
    ) external returns (uint256 netYtOut, uint256) {
        IERC20(PendleMarket(market).PT()).safeTransferFrom(msg.sender, market, exactPtIn);
        (uint256 sy,) =
            PendleMarket(market).swapExactPtForSy(PendleMarket(market).YT(), exactPtIn, "");
        netYtOut = _buyYt(receiver, market, sy);
        require(netYtOut >= minYtOut, "Slippage: INSUFFICIENT_YT_OUT");
        emit SwapPtAndYt(msg.sender, market, receiver, -int256(exactPtIn), int256(netYtOut));
        return (netYtOut, 0);
    }

    /// @inheritdoc IMarketSwapCallback
    function swapCallback(int256 ptToAccount, int256 syToAccount, bytes calldata data) external {
        require(msg.sender == _market, "not in a swap");
        YieldToken yt = YieldToken(PendleMarket(msg.sender).YT());
        address receiver = abi.decode(data, (address));
        if (ptToAccount < 0) {
            // Buying YT: the market's SY lies at the YT already; split it all, the PT is the payment.
            yt.mintPY(msg.sender, receiver);
        } else {
            // Selling YT: the market's PT lies at the YT beside the seller's YT; join, pay, keep the rest.
            uint256 sy = yt.redeemPY(address(this));
            IERC20 token = IERC20(yt.SY());
            token.safeTransfer(msg.sender, uint256(-syToAccount));
            token.safeTransfer(receiver, sy - uint256(-syToAccount));
        }
    }

    /// @dev `exactSyIn` lies at the YT already. One YT costs what one PT lacks to par.
    function _buyYt(address receiver, address market, uint256 exactSyIn)
        private
        returns (uint256 netYtOut)
    {
        YieldToken yt = YieldToken(PendleMarket(market).YT());
        uint256 rate = PendleMarket(market).ptToAssetRate();
        uint256 index = yt.pyIndexCurrent();
        uint256 ptToSell = Math.mulDiv(exactSyIn, index, 1e18 - rate);
        // A little less: the market and the split each round down, and the yield must make it good.
        uint256 dust = (index + 1e18) / (1e18 - rate) + 1;
        ptToSell = ptToSell > dust ? ptToSell - dust : 0;
        uint256 before = IERC20(address(yt)).balanceOf(receiver);
        _market = market;
        PendleMarket(market).swapExactPtForSy(address(yt), ptToSell, abi.encode(receiver));
        _market = address(0);
        netYtOut = IERC20(address(yt)).balanceOf(receiver) - before;
    }

    /// @dev The seller's YT goes to the YT, the market's PT joins it there.
    function _sellYt(address receiver, address market, uint256 exactYtIn)
        private
        returns (uint256 netSyOut)
    {
        address yt = PendleMarket(market).YT();
        IERC20 sy = IERC20(PendleMarket(market).SY());
        IERC20(yt).safeTransferFrom(msg.sender, yt, exactYtIn);
        uint256 before = sy.balanceOf(receiver);
        _market = market;
        (uint256 syOwed,) =
            PendleMarket(market).swapSyForExactPt(yt, exactYtIn, abi.encode(receiver));
        _market = address(0);
        netSyOut = sy.balanceOf(receiver) - before;
        // A sale on the market's own account: what it was paid for its PT is not the seller's.
        if (receiver == market) netSyOut -= syOwed;
    }

    /// @dev The most PT that `syIn` buys.
    function _ptFor(address market, uint256 syIn) private returns (uint256) {
        uint256 index = YieldToken(PendleMarket(market).YT()).pyIndexCurrent();
        return Math.mulDiv(syIn, index, PendleMarket(market).ptToAssetRate());
    }

    function _refuseOrders(LimitOrderData calldata limit) private pure {
        require(
            limit.normalFills.length == 0 && limit.flashFills.length == 0,
            "limit orders not supported"
        );
    }
}
