// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {PrincipalToken} from "./PrincipalToken.sol";
import {YieldToken} from "./YieldToken.sol";

/// @dev What a caller of a swap does when the market has paid: pay the market.
interface IMarketSwapCallback {
    function swapCallback(int256 ptToAccount, int256 syToAccount, bytes calldata data) external;
}

/// @notice A market of PT against SY at the price the owner sets, its own LP token.
contract PendleMarket is ERC20 {
    using SafeERC20 for IERC20;

    address public immutable owner;
    address public immutable SY;
    address public immutable PT;
    address public immutable YT;
    /// @notice What one PT is worth in the asset, 1e18-scaled, below 1e18.
    uint256 public ptToAssetRate;
    uint256 public totalSy;
    uint256 public totalPt;

    event Mint(address indexed receiver, uint256 netLpMinted, uint256 netSyUsed, uint256 netPtUsed);
    event Burn(
        address indexed receiverSy,
        address indexed receiverPt,
        uint256 netLpBurned,
        uint256 netSyOut,
        uint256 netPtOut
    );
    event Swap(
        address indexed caller,
        address indexed receiver,
        int256 netPtOut,
        int256 netSyOut,
        uint256 netSyFee,
        uint256 netSyToReserve
    );
    event RedeemRewards(address indexed user, uint256[] rewardsOut);

    constructor(
        address owner_,
        string memory name_,
        string memory symbol_,
        address pt,
        uint256 ptToAssetRate_
    ) ERC20(name_, symbol_) {
        owner = owner_;
        PT = pt;
        SY = PrincipalToken(pt).SY();
        YT = PrincipalToken(pt).YT();
        _setRate(ptToAssetRate_);
    }

    function setPtToAssetRate(uint256 rate) external {
        require(msg.sender == owner, "not owner");
        _setRate(rate);
    }

    function readTokens() external view returns (address sy, address pt, address yt) {
        return (SY, PT, YT);
    }

    function expiry() external view returns (uint256) {
        return PrincipalToken(PT).expiry();
    }

    function isExpired() public view returns (bool) {
        return PrincipalToken(PT).isExpired();
    }

    /// @notice Adds what was sent here before the call, in the pool's proportion.
    function mint(address receiver, uint256 syDesired, uint256 ptDesired)
        external
        returns (uint256 lp, uint256 syUsed, uint256 ptUsed)
    {
        require(!isExpired(), "MarketExpired");
        (lp, syUsed, ptUsed) = quoteLiquidity(syDesired, ptDesired);
        require(lp > 0, "MarketZeroAmountsInput");
        totalSy += syUsed;
        totalPt += ptUsed;
        _checkReserves();
        _mint(receiver, lp);
        emit Mint(receiver, lp, syUsed, ptUsed);
    }

    /// @notice Burns the LP tokens sent here before the call.
    function burn(address receiverSy, address receiverPt, uint256 lp)
        external
        returns (uint256 syOut, uint256 ptOut)
    {
        syOut = Math.mulDiv(totalSy, lp, totalSupply());
        ptOut = Math.mulDiv(totalPt, lp, totalSupply());
        _burn(address(this), lp);
        totalSy -= syOut;
        totalPt -= ptOut;
        IERC20(SY).safeTransfer(receiverSy, syOut);
        IERC20(PT).safeTransfer(receiverPt, ptOut);
        emit Burn(receiverSy, receiverPt, lp, syOut, ptOut);
    }

    /// @notice Takes `exactPtIn`, paid before the call or in the callback, for SY.
    function swapExactPtForSy(address receiver, uint256 exactPtIn, bytes calldata data)
        external
        returns (uint256 syOut, uint256)
    {
        syOut = Math.mulDiv(exactPtIn, ptToAssetRate, YieldToken(YT).pyIndexCurrent());
        totalPt += exactPtIn;
        totalSy -= syOut;
        IERC20(SY).safeTransfer(receiver, syOut);
        _finish(receiver, -int256(exactPtIn), int256(syOut), data);
        return (syOut, 0);
    }

    /// @notice Gives `exactPtOut` for SY, paid before the call or in the callback.
    function swapSyForExactPt(address receiver, uint256 exactPtOut, bytes calldata data)
        external
        returns (uint256 syIn, uint256)
    {
        syIn = Math.mulDiv(
            exactPtOut, ptToAssetRate, YieldToken(YT).pyIndexCurrent(), Math.Rounding.Ceil
        );
        totalPt -= exactPtOut;
        totalSy += syIn;
        IERC20(PT).safeTransfer(receiver, exactPtOut);
        _finish(receiver, int256(exactPtOut), -int256(syIn), data);
        return (syIn, 0);
    }

    /// @notice The LP tokens for at most these amounts, and what of them is used.
    function quoteLiquidity(uint256 syDesired, uint256 ptDesired)
        public
        view
        returns (uint256 lp, uint256 syUsed, uint256 ptUsed)
    {
        uint256 supply = totalSupply();
        if (supply == 0) return (Math.sqrt(syDesired * ptDesired), syDesired, ptDesired);
        lp = Math.min(
            Math.mulDiv(syDesired, supply, totalSy), Math.mulDiv(ptDesired, supply, totalPt)
        );
        syUsed = Math.mulDiv(totalSy, lp, supply, Math.Rounding.Ceil);
        ptUsed = Math.mulDiv(totalPt, lp, supply, Math.Rounding.Ceil);
    }

    /// @notice This market streams no rewards; the call and its event are there.
    function redeemRewards(address user) external returns (uint256[] memory rewards) {
        rewards = new uint256[](0);
        emit RedeemRewards(user, rewards);
    }

    function _finish(address receiver, int256 ptOut, int256 syOut, bytes calldata data) private {
        require(!isExpired(), "MarketExpired");
        if (data.length > 0) IMarketSwapCallback(msg.sender).swapCallback(ptOut, syOut, data);
        _checkReserves();
        emit Swap(msg.sender, receiver, ptOut, syOut, 0, 0);
    }

    function _checkReserves() private view {
        require(IERC20(SY).balanceOf(address(this)) >= totalSy, "MarketInsufficientSyReceived");
        require(IERC20(PT).balanceOf(address(this)) >= totalPt, "MarketInsufficientPtReceived");
    }

    function _setRate(uint256 rate) private {
        require(rate > 0 && rate < 1e18, "rate");
        ptToAssetRate = rate;
    }
}
