// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {PrincipalToken} from "./PrincipalToken.sol";
import {StandardizedYield} from "./StandardizedYield.sol";

/// @notice The yield half: splits SY into PT and YT, joins them again, pays the yield in SY.
contract YieldToken is ERC20 {
    using SafeERC20 for IERC20;

    address public immutable SY;
    address public immutable PT;
    uint256 public immutable expiry;
    uint8 private immutable _decimals;
    uint256 private _pyIndexStored;
    /// @dev SY that is accounted for; what lies here above it was pushed by the caller.
    uint256 private _syReserve;
    mapping(address user => uint256) private _indexOf;
    mapping(address user => uint256) private _interestOf;

    event Mint(
        address indexed caller,
        address indexed receiverPT,
        address indexed receiverYT,
        uint256 amountSyToMint,
        uint256 amountPYOut
    );
    event Burn(
        address indexed caller,
        address indexed receiver,
        uint256 amountPYToRedeem,
        uint256 amountSyOut
    );
    event RedeemInterest(address indexed user, uint256 interestOut);
    event RedeemRewards(address indexed user, uint256[] amountRewardsOut);
    event NewInterestIndex(uint256 indexed newIndex);

    constructor(string memory name_, string memory symbol_, address pt) ERC20(name_, symbol_) {
        PT = pt;
        SY = PrincipalToken(pt).SY();
        expiry = PrincipalToken(pt).expiry();
        _decimals = PrincipalToken(pt).decimals();
        _pyIndexStored = StandardizedYield(SY).exchangeRate();
    }

    function isExpired() public view returns (bool) {
        return block.timestamp >= expiry;
    }

    /// @notice The SY rate, stored, until expiry; the last stored one afterwards.
    function pyIndexCurrent() public returns (uint256) {
        uint256 rate = StandardizedYield(SY).exchangeRate();
        if (!isExpired() && rate > _pyIndexStored) {
            _pyIndexStored = rate;
            emit NewInterestIndex(rate);
        }
        return _pyIndexStored;
    }

    function pyIndexStored() external view returns (uint256) {
        return _pyIndexStored;
    }

    /// @notice Splits the SY sent here before the call.
    function mintPY(address receiverPT, address receiverYT) external returns (uint256 amountPY) {
        require(!isExpired(), "YCExpired");
        uint256 amountSy = IERC20(SY).balanceOf(address(this)) - _syReserve;
        require(amountSy > 0, "YCNoFloatingSy");
        amountPY = amountSy * pyIndexCurrent() / 1e18;
        _syReserve += amountSy;
        PrincipalToken(PT).mintByYT(receiverPT, amountPY);
        _mint(receiverYT, amountPY);
        emit Mint(msg.sender, receiverPT, receiverYT, amountSy, amountPY);
    }

    /// @notice Joins the PT (and before expiry the YT) sent here before the call.
    function redeemPY(address receiver) external returns (uint256 amountSy) {
        uint256 amountPY = IERC20(PT).balanceOf(address(this));
        if (!isExpired()) amountPY = Math.min(amountPY, balanceOf(address(this)));
        amountSy = amountPY * 1e18 / pyIndexCurrent();
        PrincipalToken(PT).burnByYT(address(this), amountPY);
        if (!isExpired()) _burn(address(this), amountPY);
        _syReserve -= amountSy;
        IERC20(SY).safeTransfer(receiver, amountSy);
        emit Burn(msg.sender, receiver, amountPY, amountSy);
    }

    function redeemDueInterestAndRewards(address user, bool redeemInterest, bool redeemRewards)
        external
        returns (uint256 interestOut, uint256[] memory rewardsOut)
    {
        _settle(user);
        if (redeemInterest) {
            interestOut = _interestOf[user];
            _interestOf[user] = 0;
            _syReserve -= interestOut;
            if (interestOut > 0) IERC20(SY).safeTransfer(user, interestOut);
            emit RedeemInterest(user, interestOut);
        }
        rewardsOut = new uint256[](0);
        if (redeemRewards) emit RedeemRewards(user, rewardsOut);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function _update(address from, address to, uint256 value) internal override {
        _settle(from);
        _settle(to);
        super._update(from, to, value);
    }

    /// @dev What the holder's principal has grown by, in SY, since the last time: b * (1/i0 - 1/i1).
    function _settle(address user) private {
        if (user == address(0) || user == address(this)) return;
        uint256 index = pyIndexCurrent();
        uint256 last = _indexOf[user];
        _indexOf[user] = index;
        if (last == 0 || last == index) return;
        _interestOf[user] += Math.mulDiv(balanceOf(user) * 1e18, index - last, last * index);
    }
}
